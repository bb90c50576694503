"""What chance decides before a training: a split into training and test data, values that are hidden, the data themselves.

All processes must decide it alike, or one trains on what another tests by; from the training on each draws for itself.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from farandole.analysis.answers import answered_once
from farandole.analysis.augmented import augmented
from farandole.analysis.call_order import (
    calls_below,
    exclude,
    is_generator,
    is_seen,
    may_follow_node,
    may_precede_node,
    run_by,
    ways_to,
)
from farandole.analysis.filling import filled
from farandole.analysis.loops import LoopAt
from farandole.analysis.points_to.values import Class, Function, Instance, Value
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.analysis.slicing import methods_of
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.datasets import generating, generator_of
from farandole.rules.horovod.division.sampling import IN_PYTHON, SEEDS_ALL, reached, seeder
from farandole.rules.horovod.division.seeds import OWN, At, draws_its_seed, orders, outermost, seeds_apart
from farandole.rules.horovod.names import horovod
from farandole.rules.horovod.patterns import GRAPHS
from farandole.source import Document, EditSet, layout
from farandole.source.binding import is_special

_SEEDERS = {"numpy.random.": "numpy.random.seed", "random.": "random.seed"}
"""The modules that draw from a generator of the whole process, and the function that seeds it."""

_PER_ITEM = ("__getitem__", "__next__")
"""The methods by which a sequence or an iterator gives its items."""

_TENSORFLOW = "tensorflow.random."

_DISTRIBUTIONS = "tensorflow_probability."
"""What draws by its method `sample`, from the generator of TensorFlow."""

_OF_ARRAYS = {**_SEEDERS, _TENSORFLOW: "tensorflow.random.set_seed"}
"""Those by which arrays are made: what draws in a graph is drawn anew in each step."""


@dataclass(frozen=True)
class Decision:
    """The statement with which chance begins to decide, and the function that seeds its generator.

    From the statements `afterwards` on, each process draws for itself; `doubt` names what does not. `apart` is a call that
    can't decide alike in all processes, with one that draws from the same generator for the samples of one process.
    `behind` a statement it begins where that has seeded each process otherwise. `seed` is another one for each of several
    in a file: what one draws is not what another has drawn already, as test data that are the first to train on.
    """

    document: Document
    statement: ast.stmt
    function: str
    afterwards: tuple[tuple[Document, ast.stmt], ...] = ()
    doubt: str = ""
    apart: tuple[Call, Call] | None = None
    behind: bool = False
    seed: int = 0


def decisions(script: Script, loop: LoopAt, steps: Sequence[Call]) -> Iterator[Decision]:
    """Yield what is first decided by chance before a loop that draws by the same generator, where nothing seeds that."""
    found = {each.function: each for each in all_decisions(script, loop, steps)}
    yield from found.values()
    yield from _after_another(script, loop, steps)


def all_decisions(script: Script, loop: LoopAt, steps: Sequence[Call]) -> Iterator[Decision]:
    """Yield what is first decided by chance in each scope on the way to such a loop, from the inside out."""
    if not script.calls_to(SEEDS_ALL):
        yield from _decided(script, loop, steps, None, frozenset())


def decisions_within(
    script: Script, loop: LoopAt, steps: Sequence[Call], around: AbstractSet[ast.AST], ranked: AbstractSet[str]
) -> Iterator[Decision]:
    """Yield what is first decided by chance in each scope on the way to such a loop, as far as some code around it decides.

    What the script has seeded is no chance, but for generators that functions in `ranked` seed by the rank.
    """
    if ranked or not script.calls_to(SEEDS_ALL):
        yield from _decided(script, loop, steps, around, ranked)


def _decided(
    script: Script,
    loop: LoopAt,
    steps: Sequence[Call],
    around: AbstractSet[ast.AST] | None,
    ranked: AbstractSet[str],
) -> Iterator[Decision]:
    inside = list(reached(script, loop.node))
    within = set(inside)
    if within.isdisjoint(step.node for step in steps):
        return
    made = _made_before(script, within, steps)
    for module, function in _SEEDERS.items():
        apart = not ranked.isdisjoint((function, SEEDS_ALL))
        generated = list(_generated(script, inside))
        if not (apart or any(_draws(script, node, module) for node in (*inside, *generated, *made))):
            continue
        for document, statement in _first(script, (within, set(generated)), loop, module, around):
            if statement is not None and (apart or not _may_be_seeded(script, function, document, statement)):
                yield from _placed(script, Decision(document, statement, function, ((loop.document, loop.node),)))


def _made_before(script: Script, within: set[ast.AST], steps: Sequence[Call]) -> frozenset[ast.AST]:
    """Give the nodes outside of a loop from which the samples that its steps are given are computed."""
    given = [(step.document, node) for step in steps if step.node in within for node in step.arguments]
    computed = {each for document, node in given for each in script.slices.of(document, node)}
    return frozenset(computed - within)


def _after_another(script: Script, loop: LoopAt, steps: Sequence[Call]) -> Iterator[Decision]:
    """Yield what is first drawn between the loop of another training, in which each process draws for itself, and a loop.

    Both draw from the generator that this is drawn from, which nothing seeds in between.
    """
    within = set(reached(script, loop.node))
    trained = {each.node for training in script.trainings for each in training.step_calls}
    is_trained = not within.isdisjoint(step.node for step in steps)
    for document, scope, node in ways_to(script, loop.document, loop.node) if is_trained else ():
        calls = script.calls_in(scope)
        before = [call for call in calls if call.node not in within and _stands_before(document, call.node, node)]
        for module, function in _SEEDERS.items():
            if not any(_draws(script, each, module) for each in within):
                continue
            ended = [
                document.span(left).end
                for call in before
                if (left := _loop_ended(document, call.node, node)) is not None
                and not trained.isdisjoint(nodes := set(reached(script, left)))
                and any(_draws(script, each, module) for each in nodes)
            ]
            later = [call for call in before if ended and document.span(call.node).start > max(ended)]
            later.sort(key=lambda call: document.span(call.node).start)
            drawn = (call for call in later if any(_draws(script, each, module) for each in reached(script, call.node)))
            first = next(drawn, None)
            seeded = any(not each.names.isdisjoint((function, SEEDS_ALL)) for each in later)
            if first is not None and not seeded:
                yield Decision(
                    document, _outermost(document, first.node, node), function, ((loop.document, loop.node),)
                )


def _generated(script: Script, inside: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Yield the code of the project's generators that some code takes the next item of."""
    for node in inside:
        call = script.call(node)
        if call is None or "builtins.next" not in call.names:
            continue
        for value in script.values(next(iter(call.node.args), None)):
            made = script.creation(value) if isinstance(value, Instance) else None
            for function in made.functions if made is not None else ():
                yield from reached(script, function.site.node)


def _may_be_seeded(script: Script, function: str, document: Document, statement: ast.stmt) -> bool:
    """Say whether a script may have seeded a generator when it comes to what a statement draws first."""
    inside = list(reached(script, statement))
    for seed in script.calls_to(function):
        if seeds_apart(script, seed):
            continue
        if seed.node not in inside and may_precede_node(script, seed, document, statement):
            return True
        if seed.node in inside and not _is_drawn_before(script, function, seed, set(inside)):
            return True
    return False


def _placed(script: Script, decision: Decision) -> Iterator[Decision]:
    """Yield a decision, or one behind each call in its statement that seeds each process otherwise, whatever is drawn there.

    A seed that is drawn from the generator itself is alike where that is.
    """
    module = decision.function.removesuffix("seed")
    inside = set(reached(script, decision.statement))
    apart = (seed for seed in script.calls_to(decision.function) if seed.node in inside and seeds_apart(script, seed))
    made = [seed for seed in apart if not draws_its_seed(script, seed, module)]
    later = [seed for seed in made if not _is_left_out(script, seed)]
    for seed in later:
        yield replace(decision, document=seed.document, statement=seed.document.statement(seed.node), behind=True)
    if not later:
        yield decision


def _is_left_out(script: Script, seed: Call) -> bool:
    """Say whether a seed is left out where it is none, which all that it may be is: `if seed is not None:` stands around it."""
    given = next(iter(seed.arguments), None)
    if not isinstance(given, ast.Name) or script.constants(given) != {None} or len(script.values(given)) != 1:
        return False
    inner: ast.AST = seed.node
    for outer in seed.document.ancestors(seed.node):
        if isinstance(outer, ast.If) and inner in outer.body:
            match outer.test:
                case ast.Name(name) | ast.Compare(ast.Name(name), [ast.IsNot()], [ast.Constant(None)]):
                    if name == given.id:
                        return True
        inner = outer
    return False


def _is_drawn_before(script: Script, function: str, seed: Call, inside: set[ast.AST]) -> bool:
    """Say whether something is surely drawn before a generator is seeded, in the function that seeds it."""
    module = function.removesuffix("seed")
    here = seed.document.scope(seed.node)
    before = [
        call
        for call in script.calls_in(here)
        if call.node in inside and _stands_before(seed.document, call.node, seed.node)
    ]
    return any(_draws(script, node, module) for call in before for node in reached(script, call.node))


def made_by_chance(
    script: Script,
    document: Document,
    nodes: Sequence[ast.expr],
    with_conditions: bool = False,
    stops: AbstractSet[ast.AST] = frozenset(),
) -> Iterator[Decision]:
    """Yield where chance begins to make the samples that expressions hold, where nothing seeds its generator.

    What only orders them is left out: it has an agreement of its own. What decides which of them there are counts
    `with_conditions`, where all processes need equally many. What `stops` give is made by no chance.
    """
    graph = any(training.pattern in GRAPHS for training in script.trainings)
    for module, function in (_SEEDERS if graph else _OF_ARRAYS).items():
        values = list(_values_drawn(script, module))
        if not values or script.calls_to(SEEDS_ALL):
            continue
        within = script.filling.made_of(document, nodes, stops)
        within |= _conditions_of(script, within) if with_conditions else set()
        own = set(_run_anew(script))
        drawn = [call for call in values if call.node in within - own]
        around = {each for call in drawn for each in (call.node, *call.document.ancestors(call.node))}
        starts = _starts(script, (document, nodes[0]), around, {}) if drawn else ()
        if len(drawn) == len(values):  # what is seeded once stays alike, and what is made in each epoch is made anew
            starts = tuple(dict.fromkeys(place for start in starts for place in outermost(script, *start)))
        for start in starts:
            if _may_be_seeded(script, function, *start):
                continue
            made = Decision(*start, function, seed=_drawn_above(values, drawn, *start))
            if all(seeds_apart(script, seed) for seed in script.calls_to(function)):
                made = _made(script, (document, nodes[0]), made, values, drawn)
            yield from _placed(script, made)  # else the script seeds it later, alike in all processes


def _drawn_above(values: Sequence[Call], drawn: Sequence[Call], document: Document, statement: ast.stmt) -> int:
    """Count the calls above a statement of a file that draw by the generator of some others as well."""
    start = document.span(statement).start
    others = (call for call in values if call not in drawn and call.document is document)
    return sum(document.span(call.node).end <= start for call in others)


def drawn_unseen(
    script: Script, document: Document, nodes: Sequence[ast.expr], inside: AbstractSet[ast.AST]
) -> Iterator[str]:
    """Yield, quoted, what draws values that expressions hold where no call is seen that comes to it, and nothing seeds it.

    What is drawn `inside` of their reader is drawn anew each time.
    """
    within = script.filling.made_of(document, nodes) - set(_run_anew(script)) - inside
    for module, function in _OF_ARRAYS.items():
        for call in () if script.calls_to(function, SEEDS_ALL) else _values_drawn(script, module):
            if call.node in within and not is_seen(script, call.document, call.node):
                yield call.document.quote(call.node)


def _conditions_of(script: Script, nodes: AbstractSet[ast.AST]) -> set[ast.AST]:
    """Give the nodes of the conditions under which some nodes are run, and of what chooses the collection they go into."""
    receivers = {
        node
        for document, collection, value in _collecting(script)
        if value in nodes
        for node in script.slices.of(document, collection).nodes
    }
    known = nodes | receivers
    tests = [
        (document, branch.test)
        for document in script.documents
        for branch in document.nodes(ast.If)
        if any(node in known for each in (*branch.body, *branch.orelse) for node in document.within(each))
    ]
    tests += [
        (document, test)
        for document in script.documents
        for whole in document.nodes(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
        if whole in known
        for each in ast.iter_child_nodes(whole)
        if isinstance(each, ast.comprehension)
        for test in each.ifs
    ]
    return receivers | {
        inner for document, test in tests for asked in ast.walk(test) for inner in _told_by(script, document, asked)
    }


@answered_once
def _collecting(script: Script) -> tuple[tuple[Document, ast.expr, ast.expr], ...]:
    """Give the collections into which calls of methods put something, each with what that is."""
    return tuple(
        (document, call.func.value, value)
        for document in script.documents
        for call in document.nodes(ast.Call)
        if isinstance(call.func, ast.Attribute)
        for _, value in filled(call)
    )


def _told_by(script: Script, document: Document, node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node, and the nodes of what it stands for where it is a name that is bound in the same turn."""
    yield from ast.walk(script.slices.bound_in_turn(document, node)) if isinstance(node, ast.Name) else ()
    yield node


def _made(
    script: Script, at: tuple[Document, ast.expr], made: Decision, values: Sequence[Call], drawn: Sequence[Call]
) -> Decision:
    """Say from where on each process draws for itself what else is drawn from the generator of some samples."""
    document, node = at
    others = [call for call in values if call not in drawn]
    if not others:
        return made
    again = next((call for call in drawn if may_follow_node(script, document, node, call)), None)
    if again is not None:
        own = set(_run_by_datasets(script))
        apart = next((call for call in others if call.node in own), None)
        if apart is not None:
            return replace(made, apart=(again, apart))
        quoted = others[0].document.quote(others[0].node)
        return replace(made, doubt=f"{quoted} must be no sample to train on: it is the same in each process")
    return replace(made, afterwards=outermost(script, document, node))


def _run_by_datasets(script: Script) -> Iterator[ast.AST]:
    """Yield the code that a dataset runs in Python for each of its elements, of which each process has others."""
    for call in script.calls_to(*IN_PYTHON):
        yield from _code_of_functions(script, call.argument("func") or next(iter(call.node.args), None))


def _run_anew(script: Script) -> Iterator[ast.AST]:
    """Yield the code that runs for each element of a dataset, or item of a sequence, of which each process takes others.

    Where a dataset is filtered, what is drawn for an element may decide whether it is one.
    """
    yield from _run_by_datasets(script)
    yield from (node for method in _methods(script, ("__getitem__",)) for node in reached(script, method))
    if script.calls_to("tensorflow.data.Dataset.filter"):
        return
    yield from _run_per_element(script)
    made = (call for call in script.calls if generator_of(call) is not None)
    for function in (each for call in made for each in generating(script, call) if isinstance(each, Function)):
        yield from _run_in_turns(script, function.site.module.document, function.site.node)


def constants_by_chance(script: Script, loops: Iterable[LoopAt]) -> Iterator[tuple[Call, Decision]]:
    """Yield the constants of a graph that chance makes, where nothing seeds it: they are no variables to broadcast.

    What an initialiser gives is broadcast as the value of its variable. What each turn of the training `loops`, or a dataset,
    a sequence or a generator for each of its items, makes anew is no constant, but what they train on.
    """
    seeded: dict[str, list[tuple[Document, ast.stmt]]] = {}
    found = list(_constants(script))
    anew = {node for loop in loops for node in reached(script, loop.node)} if found else set()
    per_item = {*_run_per_element(script), *_run_per_item(script)} if found else set()
    for call, decision in found:
        in_graph = decision.function not in _SEEDERS.values() or not script.is_traced(call.document, call.node)
        if call.node in per_item or (call.node in anew and in_graph):
            continue
        known = seeded.setdefault(decision.function, [])
        module = next(module for module, function in _OF_ARRAYS.items() if function == decision.function)
        later = [each for each in decision.afterwards if not any(_as_left(script, module, one, each) for one in known)]
        known += decision.afterwards
        yield call, replace(decision, afterwards=tuple(later))


def _run_per_element(script: Script) -> Iterator[ast.AST]:
    """Yield the code that a dataset runs for each of its elements."""
    for call in script.calls_with("data"):
        yield from _code_of_functions(script, call.argument("map_func"))


def _run_per_item(script: Script) -> Iterator[ast.AST]:
    """Yield the code that sequences of the project run for each item that they are asked for, and generators in turn."""
    yield from (node for method in _methods(script, _PER_ITEM) for node in reached(script, method))
    for document in script.documents:
        for function in document.nodes(ast.FunctionDef):
            if is_generator(function):
                yield from _run_in_turns(script, document, function)


def _methods(script: Script, names: Collection[str]) -> Iterator[ast.FunctionDef]:
    """Yield the methods of some names in the classes of the project."""
    for document in script.documents:
        for function in document.nodes(ast.FunctionDef):
            if function.name in names and isinstance(document.parent(function), ast.ClassDef):
                yield function


def _run_in_turns(script: Script, document: Document, function: ast.AST) -> Iterator[ast.AST]:
    """Yield the code of the loops in which a generator gives its items."""
    for loop in document.within(function, ast.For, ast.While):
        if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in document.within(loop)):
            yield from reached(script, loop)


def _code_of_functions(script: Script, node: ast.expr | None) -> Iterator[ast.AST]:
    """Yield the code that the functions run which an expression may be."""
    for value in script.values(node):
        if isinstance(value, Function):
            yield from reached(script, value.site.node)


def _as_left(script: Script, module: str, first: tuple[Document, ast.stmt], later: tuple[Document, ast.stmt]) -> bool:
    """Say whether a generator is, at a later statement of a block, as it was before the first one: nothing draws from it."""
    (document, begin), (where, end) = first, later
    block = document.block(begin)
    if where is not document or end not in block or block.index(end) < block.index(begin):
        return False
    between = block[block.index(begin) : block.index(end)]
    return not any(_draws(script, node, module) for statement in between for node in reached(script, statement))


def _constants(script: Script) -> Iterator[tuple[Call, Decision]]:
    """Yield the constants that chance makes, each with what decides it.

    What a session fetches is none: it computes with weights that are equal in all processes.
    """
    initialisers = set(_initialisers(script))
    fetched = {call.node for call in script.calls_to("tensorflow.Session.run")}
    for call in script.calls_to("tensorflow.constant", "tensorflow.convert_to_tensor"):
        if call.document.scope(call.node) in initialisers:
            continue
        keyword = call.keyword("value")
        value = keyword.value if keyword is not None else next(iter(call.node.args), None)
        if value is not None and not isinstance(value, ast.Constant | ast.List | ast.Tuple):
            yield from ((call, each) for each in made_by_chance(script, call.document, [value], stops=fetched))


def _initialisers(script: Script) -> Iterator[ast.AST]:
    """Yield the functions of a script that give variables their first values."""
    for call in script.calls:
        for name, given in call.named.items():
            if name.endswith("initializer"):
                values = script.values(given)
                yield from (value.site.node for value in values if isinstance(value, Function))


def _values_drawn(script: Script, module: str) -> Iterator[Call]:
    """Yield the calls that draw values from the generator of a module, but for those that order samples, or make seeds."""
    seeding = {node for seed in script.calls_to(*_OF_ARRAYS.values()) for node in ast.walk(seed.node)}
    for call in script.calls_to_module(module):
        if not _draws(script, call.node, module) or orders(call) or call.node in seeding:
            continue
        if call.argument("seed") is None and not call.attribute.startswith("stateless_"):
            yield call
    for call in script.calls_to_module(_DISTRIBUTIONS) if module == _TENSORFLOW else ():
        if call.attribute == "sample" and call.argument("seed") is None:
            yield call


def _starts(
    script: Script, at: At, around: set[ast.AST], known: dict[ast.AST, tuple[tuple[Document, ast.stmt], ...]]
) -> tuple[tuple[Document, ast.stmt], ...]:
    """Give the first statement, in the outermost scope on each way to a place, that draws one of some values.

    `around` are the nodes that draw them, with those that they stand in; `known` is what was found for other places.
    """
    document, node = at
    if node in known:
        return known[node]
    known[node] = ()  # what leads here again adds nothing
    scope = document.scope(node)
    callers = script.callers(scope) if isinstance(scope, FunctionNode) else ()
    outer = [_starts(script, (call.document, call.node), around, known) for call in callers]
    found = dict.fromkeys(start for starts in outer for start in starts)
    made = [
        call.node
        for call in script.calls_in(scope)
        if _stands_before(document, call.node, node) and not around.isdisjoint(_run_at(script, call))
    ]
    if made and not (outer and all(outer)):
        first = min(made, key=lambda each: (each.lineno, each.col_offset))
        found[document, _around(document, _outermost(document, first, node))] = None
    known[node] = tuple(found)
    return known[node]


def _run_at(script: Script, call: Call) -> Iterator[ast.AST]:
    """Yield the call and the functions that it runs, those which make an object of the project's class included."""
    yield from run_by(script, call.node, calls_below)
    for value in script.values(call.node):
        if isinstance(value, Instance) and isinstance(value.of, Class) and value.site.node is call.node:
            for method in methods_of(script, value.of, ("__init__",)):
                yield from run_by(script, method, calls_below)


def _around(document: Document, statement: ast.stmt) -> ast.stmt:
    """Give the outermost loop around a statement in its function, or the statement: what is seeded in a loop is no chance."""
    found = statement
    for outer in document.ancestors(statement):
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef):
            break
        found = outer if isinstance(outer, ast.For | ast.While) else found
    return found


def _first(
    script: Script,
    run: tuple[set[ast.AST], set[ast.AST]],
    loop: LoopAt,
    module: str,
    around: AbstractSet[ast.AST] | None,
) -> Iterator[tuple[Document, ast.stmt | None]]:
    """Yield, for each scope on the way to a loop, the first statement before it that draws, from the inside out.

    `run` is what the loop runs, and the code of the generators that it takes from: to make one draws nothing yet. What
    trains draws samples, and decides nothing; neither does a place that the loop goes on from. `around` is the code that
    may decide, or None for all.
    """
    within, generated = run
    trained = {each.node for training in script.trainings for each in training.step_calls}
    for document, scope, node in ways_to(script, loop.document, loop.node):
        calls = [call for call in script.calls_in(scope) if around is None or call.node in around]
        before = (call for call in calls if call.node not in within and _stands_before(document, call.node, node))
        made = ((call, set(_drawn_at(script, call, _loop_ended(document, call.node, node)))) for call in before)
        drawing = [
            call
            for call, nodes in made
            if nodes.isdisjoint(trained)
            and not _begins_place(document, call.node, within)
            and any(
                _draws(script, each, module) and each not in generated and not _orders_alone(script, each, within)
                for each in _drawn_at(script, call)
            )
        ]
        drawing.sort(key=lambda call: document.span(call.node).start)
        yield document, _outermost(document, drawing[0].node, node) if drawing else None


def _drawn_at(script: Script, call: Call, loop: ast.AST | None = None) -> Iterator[ast.AST]:
    """Yield the code that a call runs, what makes objects of the project's classes included, or all that a loop runs."""
    yield from reached(script, loop or call.node)
    for each in _run_at(script, call):
        yield from script.within(each)


def _orders_alone(script: Script, node: ast.AST, within: set[ast.AST]) -> bool:
    """Say whether a call shuffles in place what has a name and only some code, which trains, takes parts of.

    It decides nothing: each process goes through all of it, in an order of its own.
    """
    match node:
        case ast.Call(ast.Attribute(_, "shuffle") | ast.Name("shuffle"), [ast.Attribute() as shuffled], []):
            ordered = [shuffled]
        case ast.Call(ast.Attribute(_, "shuffle") | ast.Name("shuffle"), [ast.Name() as places], []):
            ordered = _reordered_by(script, places)
        case _:
            return False
    return bool(ordered) and all(_is_only_gone_through(script, each, within) for each in ordered)


def _reordered_by(script: Script, places: ast.Name) -> list[ast.Attribute]:
    """Give the attributes that are put into another order by an array of places, which serves nothing else."""
    document = next((each for each in script.documents if places in each.names(places.id)), None)
    if document is None or not isinstance(document.scope(places), ast.FunctionDef):
        return []
    scope = document.scope(places)
    found = []
    for use in document.names(places.id):
        if document.scope(use) is not scope or use is places or not isinstance(use.ctx, ast.Load):
            continue
        match document.parent(use), document.statement(use):
            case ast.Subscript(value, index) as item, ast.Assign([ast.Attribute() as target], given) if (
                index is use and item is given and ast.unparse(value) == ast.unparse(target)
            ):
                found.append(target)
            case _:
                return []
    return found


def _is_only_gone_through(script: Script, shuffled: ast.Attribute, within: set[ast.AST]) -> bool:
    """Say whether only some code takes parts of what an attribute has."""
    own = set(script.values(shuffled.value))
    found = [(document, use) for document in script.documents for use in document.attributes(shuffled.attr)]
    uses = [(document, use) for document, use in found if isinstance(use.ctx, ast.Load)]
    return all(
        _goes_through(document, use, within) or _is_unnamed(script, document, use) or _is_of_another(script, own, use)
        for document, use in uses
    )


def _is_of_another(script: Script, own: set[Value], use: ast.Attribute) -> bool:
    """Say whether a use is surely of an attribute of another object than one of some, which has it by the same name."""
    values = set(script.values(use.value))
    known = bool(values) and bool(own) and all(isinstance(each, Instance) for each in (*values, *own))
    return known and own.isdisjoint(values)


def _is_unnamed(script: Script, document: Document, node: ast.AST) -> bool:
    """Say whether a node stands in a method that no text of the project names, and that Python does not call by itself."""
    function = script.function(document, node)
    name = getattr(function, "name", "__call__")
    return name not in script.names_used and not is_special(name)


def _goes_through(document: Document, use: ast.Attribute, within: set[ast.AST]) -> bool:
    """Say whether a use of a list takes a part of it in some code, or only fills, counts or shuffles it."""
    match document.parent(use):
        case ast.Subscript() as part:
            return part.value is use and part in within
        case ast.Call(ast.Name("len" | "shuffle") | ast.Attribute(_, "shuffle")) | ast.Attribute(
            _, "append" | "extend"
        ):
            return True
    return False


def _begins_place(document: Document, drawn: ast.AST, within: set[ast.AST]) -> bool:
    """Say whether what is drawn is the place that a loop reads at first and adds to: another in each process."""
    match document.statement(drawn):
        case ast.Assign([ast.Name(name)], value) if value is drawn:
            names = {name}
        case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)):
            pairs = zip(targets, values, strict=False)
            names = {each.id for each, value in pairs if value is drawn and isinstance(each, ast.Name)}
        case _:
            return False
    added = (each.target for each in map(augmented, within) if each is not None)
    return any(isinstance(each, ast.Name) and each.id in names for each in added)


def _loop_ended(document: Document, node: ast.AST, later: ast.AST) -> ast.AST | None:
    """Give the outermost loop around a node, in its function, that has ended where a later node stands."""
    around = set(document.ancestors(later))
    found = None
    for outer in document.ancestors(node):
        if outer in around or isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef):
            break
        found = outer if isinstance(outer, ast.For | ast.AsyncFor | ast.While) else found
    return found


def _stands_before(document: Document, node: ast.AST, other: ast.AST) -> bool:
    """Say whether a node ends before another one begins, and stands in no branch that is taken instead of that one's."""
    return document.span(node).end <= document.span(other).start and not exclude(document, node, other)


def _outermost(document: Document, node: ast.AST, step: ast.AST) -> ast.stmt:
    """Give the statement of a node, or the outermost loop or condition around it that has not the step in it."""
    found = document.statement(node)
    around = set(document.ancestors(step))
    for outer in document.ancestors(node):
        if outer in around or isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module):
            break
        found = outer if isinstance(outer, ast.stmt) else found
    return found


def _draws(script: Script, node: ast.AST, module: str) -> bool:
    call = script.call(node)
    if call is None or call.receivers or not call.names.isdisjoint(OWN):
        return False
    return any(name.startswith(module) for name in call.names) and not _is_left_out(script, call)


def decision_edits(script: Script, found: Sequence[Decision]) -> EditSet:
    """Give the edits that let all processes decide alike, and draw by themselves afterwards."""
    edits = EditSet.empty()
    for each in found:
        begin = layout.insert_after if each.behind else layout.insert_before
        for insert, document, statement, seed, comment in (
            (begin, each.document, each.statement, str(each.seed), "  # the same data in all processes"),
            *((layout.insert_before, *place, "{hvd}.rank()", "") for place in each.afterwards),
        ):
            hvd, named = horovod(script, document), seeder(script, document, each.function)
            line = f"    {named.text}({seed.format(hvd=hvd.text)}){comment}"
            lines = insert(document, statement, [f"if {hvd.text}.size() > 1:", line])
            once = [replace(edit, once=True) for edit in (*hvd.edits, *named.edits, *lines)]
            edits |= EditSet.of(document, once)
    return edits
