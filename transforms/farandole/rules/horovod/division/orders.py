"""Whether samples have one order in all processes, and how it becomes one: by a generator that all seed alike."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import TypeGuard

from farandole.analysis.call_order import is_seen, may_follow_node, run_by, surely_precedes
from farandole.analysis.loops import chains, is_range, iterated
from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.relations import Field
from farandole.analysis.points_to.values import Class, Container, Function, Instance, Value
from farandole.analysis.program import Call
from farandole.analysis.slicing import Slices
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.datasets import starts_initialised
from farandole.rules.horovod.division.arrays import free_name
from farandole.rules.horovod.division.sampling import seeder
from farandole.rules.horovod.names import horovod
from farandole.source import Document, EditSet, layout

_SEEDS = {
    "numpy.random": ("numpy.random.seed", "tensorflow.keras.utils.set_random_seed"),
    "random": ("random.seed", "tensorflow.keras.utils.set_random_seed"),
}
"""The modules that draw from a generator of the whole process, and the functions that seed it."""

_STATES = {"numpy.random": ("get_state", "set_state"), "random": ("getstate", "setstate")}
"""The functions that give the state of such a generator, and put it back."""

_SHUFFLES = ("numpy.random.shuffle", "random.shuffle")
_PERMUTATION = "numpy.random.permutation"
_SAMPLE = "random.sample"
_MAKERS = frozenset({"numpy.random.RandomState", "numpy.random.default_rng"})
_NO_DRAWS = (
    "numpy.random.RandomState",
    "numpy.random.default_rng",
    "numpy.random.Generator",
    "numpy.random.seed",
    "random.Random",
    "random.seed",
)
"""What makes a generator of its own, or draws from none."""

_DIFFERENT = ("time.", "datetime.", "os.getpid", "os.urandom", "secrets.", "uuid.", "numpy.random.", "random.")
"""What gives each process another number."""

At = tuple[Document, ast.AST]
"""A node in its file."""

_ITERATION = ("__iter__", "__next__", "next", "__call__", "__len__", "__getitem__")
_DEEPEST = 8


@dataclass(frozen=True)
class Order:
    """A call that orders samples by the generator of the whole process, and the statements before which that is seeded.

    Beside each statement is its seed. When the state is `kept`, it is put back after the statement, so that whatever
    else is drawn stays what it is.
    """

    call: Call
    places: tuple[tuple[Document, ast.stmt, str], ...]
    kept: bool = False


@dataclass(frozen=True)
class Unseeded:
    """The calls that order samples by chance.

    `seeded` take a seed, by the parameter beside each; `mixed` draw from the generator of the whole process. `doubt`
    says what else orders the samples by chance. `apart` is a call that can't be seeded alike for all processes, with one
    that draws from the same generator.
    """

    seeded: tuple[tuple[Call, str], ...] = ()
    mixed: tuple[Order, ...] = ()
    doubt: str = ""
    apart: tuple[Call, Call] | None = None


@dataclass(frozen=True)
class _Read:
    """What reads arrays, the names and attributes that these are computed from, and the objects that they may be."""

    document: Document
    use: ast.expr
    names: frozenset[str]
    held: frozenset[Value]


def unseeded(script: Script, slices: Slices, document: Document, nodes: Sequence[ast.expr]) -> Unseeded:
    """Give the calls that order arrays by chance, but for those before which the script seeds all processes alike."""
    within = {each for node in nodes for each in slices.of(document, node)}
    names = frozenset(each.id if isinstance(each, ast.Name) else each.attr for each in within if _is_named(each))
    held = frozenset(value for each in within if isinstance(each, ast.expr) for value in _objects(script, each))
    read = _Read(document, nodes[0], names, held)
    seeded: list[tuple[Call, str]] = []
    mixed: list[Call] = []
    doubt = ""
    for call in script.calls:
        parameter = _seed_lacking(script, slices, call) if call.node in within else ""
        if parameter and starts_initialised(script, call.document, call.node):
            seeded.append((call, parameter))
        elif parameter:
            doubt = f"{call.attribute} must be given the same seed in each process"
        permutes = call.node in within and _orders(call) and call.names.isdisjoint(_SHUFFLES)
        if permutes or (not call.names.isdisjoint(_SHUFFLES) and _mixes(script, call, read)):
            mixed.append(call)
        for made in _own_generators(script, call):
            if call.node in within or _mixes(script, call, read):
                seeded.append((made, "seed"))
    head = (document, nodes[0])
    mixed = [call for call in mixed if not _is_seeded(script, slices, _module(call), _drawn_at(script, call, head))]
    found: list[Order] = []
    for call in mixed:
        order = _order(script, call, _drawn_at(script, call, head))
        if not isinstance(order, Order):
            return Unseeded(apart=(call, order))
        found.append(order)
    return Unseeded(tuple(seeded), tuple(found), doubt)


def unseeded_in(script: Script, slices: Slices, node: ast.expr, head: At) -> Unseeded:
    """Give the calls that order by chance what an iterator gives; `head` is where the script begins to run over it.

    All processes run all of its code, so that what else is drawn in there is the same in all.
    """
    made, run = _code(script, node)
    inside = {each for body in (*made, *run) for each in ast.walk(body)}
    repeated = {each for body in run for each in ast.walk(body)}
    seeded: list[tuple[Call, str]] = []
    mixed: list[Order] = []
    for call in script.calls if inside else ():
        if call.node not in inside:
            continue
        seeded += [(each, "seed") for each in _own_generators(script, call)]
        parameter = _seed_lacking(script, slices, call)
        seeded += [(call, parameter)] if parameter else []
        at = head if call.node in repeated else _drawn_at(script, call, head)
        if not _orders(call) or _is_seeded(script, slices, _module(call), at):
            continue
        order = _order(script, call, at, frozenset(inside))
        if not isinstance(order, Order):
            return Unseeded(apart=(call, order))
        mixed.append(order)
        if call.node in repeated and any(each is call.node for body in made for each in ast.walk(body)):
            mixed.append(replace(order, places=_outermost(script, *_drawn_at(script, call, head))))
    return Unseeded(tuple(dict.fromkeys(seeded)), tuple(mixed))


def _drawn_at(script: Script, call: Call, head: At) -> At:
    """Give where a call draws: its own place, or that of what reads the samples, where nothing is seen to lead to it."""
    return (call.document, call.node) if is_seen(script, call.document, call.node) else head


def _objects(script: Script, node: ast.expr) -> Iterator[Value]:
    yield from (each for each in script.values(node) if isinstance(each, Instance | Container))


def _code(script: Script, node: ast.expr) -> tuple[list[ast.AST], list[ast.AST]]:
    """Give the code that making an iterator runs, and that of running over it: of a generator, or a project's class."""
    made: dict[ast.AST, None] = {}
    run: dict[ast.AST, None] = {}
    for value in ordered(_objects(script, node)):
        owner = value.of if isinstance(value, Instance) else None
        if isinstance(owner, Class):
            made.update(dict.fromkeys(_methods(script, owner, ("__init__",))))
            run.update(dict.fromkeys(_methods(script, owner, _ITERATION)))
        call = script.creation(value) if isinstance(value, Instance) else None
        if call is not None:
            functions = [function.site.node for function in ordered(call.functions)]
            run.update(dict.fromkeys(each for each in functions if each not in made))
    return _reached(script, made), _reached(script, run)


def _methods(script: Script, owner: Class, names: Iterable[str]) -> Iterator[ast.AST]:
    for name in names:
        for ancestor in script.flow.mro(owner):
            values = script.flow.ask(Field(ancestor.site.node, name)) if isinstance(ancestor, Class) else ()
            yield from (value.site.node for value in values if isinstance(value, Function))


def _reached(script: Script, functions: Iterable[ast.AST]) -> list[ast.AST]:
    return list(dict.fromkeys(body for function in functions for body in run_by(script, function)))


def _seed_lacking(script: Script, slices: Slices, call: Call) -> str:
    """Give the parameter by which a call that orders would take a seed, where it has none; else an empty text."""
    facts = call.entry.facts if call.entry is not None else {}
    if not facts.get("shuffles") or "seed" not in facts or "data" in facts or call.hides_arguments:
        return ""
    seed = call.argument(str(facts["seed"]))
    given = seed is not None and script.constants(seed) != {None}
    in_order = script.constants(call.argument("shuffle")) == {False}
    seeded = given or in_order or _is_seeded(script, slices, "numpy.random", (call.document, call.node))
    return "" if seeded else str(facts["seed"])


def _orders(call: Call) -> bool:
    """Say whether a call orders by the generator of the whole process: shuffles, permutes, or samples all there are."""
    match call.node.args:
        case [first, ast.Call(ast.Name("len"), [counted])] if _SAMPLE in call.names:
            return ast.dump(first) == ast.dump(counted)
    return not call.names.isdisjoint((*_SHUFFLES, _PERMUTATION))


def _own_generators(script: Script, call: Call) -> Iterator[Call]:
    """Yield the calls that made the generators by which a call orders something, and gave them no seed."""
    if call.attribute not in ("permutation", "permuted", "shuffle"):
        return
    for value in call.receivers:
        made = script.creation(value) if isinstance(value, Instance) else None
        if made is not None and made.names & _MAKERS and not made.hides_arguments:
            seed = made.argument("seed") or next(iter(made.node.args), None)
            if seed is None or script.constants(seed) == {None}:
                yield made


def _is_seeded(script: Script, slices: Slices, module: str, at: At) -> bool:
    """Say whether the script has seeded a module's generator alike in all processes before it comes to a place."""
    seeds = script.calls_to(*_SEEDS[module])
    return any(surely_precedes(script, seed, *at) and _is_alike(script, slices, seed) for seed in seeds)


def _is_alike(script: Script, slices: Slices, seed: Call) -> bool:
    """Say whether a call seeds all processes alike: not with a time, nor with an option that may be left out."""
    given = next(iter(seed.arguments), None)
    if given is None or None in script.constants(given):
        return False
    computed = slices.of(seed.document, given)
    calls = [call for node in computed if (call := script.call(node)) is not None]
    options = {node.attr for node in computed if isinstance(node, ast.Attribute)}
    omitted = any(_may_be_omitted(script, call) & options for call in script.calls)
    return not omitted and not any(name.startswith(_DIFFERENT) for call in calls for name in call.names)


def _may_be_omitted(script: Script, call: Call) -> set[str]:
    """Give the names of the option that a call declares, if it is None when it is left out."""
    named = {str(each.value).lstrip("-").replace("-", "_") for each in call.node.args if isinstance(each, ast.Constant)}
    if call.attribute == "add_argument":
        default = call.keyword("default")
        needed = call.keyword("required") or call.keyword("action")
        return named if needed is None and (default is None or _is_none(script, default.value)) else set()
    if call.attribute.startswith("DEFINE_") and len(call.node.args) > 1:
        return named if _is_none(script, call.node.args[1]) else set()
    return set()


def _is_none(script: Script, node: ast.expr) -> bool:
    return None in script.constants(node)


def _others(script: Script, call: Call, at: At) -> Iterator[Call]:
    """Yield what may draw after a call from the same generator, or may change it, and is no order."""
    module = f"{_module(call)}."
    for each in script.calls:
        drawn = any(name.startswith(module) and not name.startswith(_NO_DRAWS) for name in each.names)
        if drawn and not _orders(each) and not _is_before(script, each, at):
            yield each


def _is_before(script: Script, draw: Call, at: At) -> bool:
    """Say whether a call is made before a place is reached, and never after it."""
    seen = is_seen(script, draw.document, draw.node) and is_seen(script, *at)
    return seen and not may_follow_node(script, *at, draw)


def _module(call: Call) -> str:
    return next(name.rpartition(".")[0] for name in sorted(call.names) if name in (*_SHUFFLES, _PERMUTATION, _SAMPLE))


def _order(script: Script, call: Call, at: At, alike: frozenset[ast.AST] = frozenset()) -> Order | Call:
    """Give where the generator is seeded that a call orders by, or what else draws from it so that it can't be.

    Of `alike`, all processes run the same.
    """
    others = list(_others(script, call, at))
    apart = next((each for each in others if each.node not in alike), None)
    if apart is None:
        return Order(call, _outermost(script, *at))
    places = _turns(script, call, {each.node for each in others}, _DEEPEST)
    return Order(call, tuple(dict.fromkeys(places)), kept=True) if places is not None else apart


def _outermost(script: Script, document: Document, node: ast.AST) -> tuple[tuple[Document, ast.stmt, str], ...]:
    """Give the outermost loops around a node, through the callers of its function, or its own statement."""
    places: list[tuple[Document, ast.stmt]] = [
        (chain[-1].document, chain[-1].node) for chain in chains(script, document, node) if chain
    ]
    places = places or [(document, document.statement(node))]
    return tuple((where, statement, "0") for where, statement in dict.fromkeys(places))


def _turns(script: Script, call: Call, others: set[ast.AST], depth: int) -> list[tuple[Document, ast.stmt, str]] | None:
    """Give the statements that make a call, or the calls of its function, each with what counts its turns.

    None where one of them does more than to order, or nothing counts.
    """
    document = call.document
    statement = document.statement(call.node)
    if not isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Expr | ast.Return) or depth == 0:
        return None
    if not others.isdisjoint(document.within(statement)):
        return None
    loop = next((each for each in document.ancestors(statement) if isinstance(each, ast.For | ast.While)), None)
    if loop is not None and script.scope(document, loop) is script.scope(document, statement):
        counter = _counter(script, document, loop)
        return None if isinstance(statement, ast.Return) or not counter else [(document, statement, counter)]
    if not any(chains(script, document, statement)) and is_seen(script, document, statement):
        return None if isinstance(statement, ast.Return) else [(document, statement, "0")]
    function = script.function(document, call.node)
    callers = script.callers(function) if function is not None else ()
    if (
        function is None
        or not callers
        or any(not others.isdisjoint(ast.walk(body)) for body in run_by(script, function))
    ):
        return None
    found = [_turns(script, each, others, depth - 1) for each in callers]
    return None if any(each is None for each in found) else [place for each in found if each for place in each]


def _counter(script: Script, document: Document, loop: ast.For | ast.While) -> str:
    """Give the name that counts the turns of a loop and that the loop leaves alone, or an empty text."""
    if isinstance(loop, ast.While):
        return ""
    match loop.target, loop.iter:
        case ast.Name(name), _ if _is_over_range(script, document, loop.iter):
            counter = name
        case ast.Tuple([ast.Name(name), *_]), ast.Call(ast.Name("enumerate"), [_], []):
            counter = name
        case _:
            return ""
    stored = [node for body in loop.body for node in ast.walk(body) if isinstance(node, ast.Name)]
    return "" if any(node.id == counter and isinstance(node.ctx, ast.Store) for node in stored) else counter


def _is_over_range(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether an expression gives whole numbers that count up from zero or above."""
    for _, each in iterated(script, document, node):
        call = script.call(each)
        if (
            call is None
            or not is_range(call)
            or (len(call.node.args) > 1 and any(map(_may_be_negative, call.node.args)))
        ):
            return False
    return not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("enumerate", "zip"))


def _may_be_negative(node: ast.expr) -> bool:
    return any(isinstance(each, ast.UnaryOp | ast.Sub) for each in ast.walk(node))


def agreed_edits(script: Script, order: Order) -> EditSet:
    """Give the edits that let all processes order alike by a call; a single one orders as before."""
    found = (_agreed(script, order, *place) for place in order.places)
    return reduce(EditSet.__or__, found, EditSet.empty())


def _agreed(script: Script, order: Order, document: Document, statement: ast.stmt, seed: str) -> EditSet:
    hvd = horovod(script, document)
    module = _module(order.call)
    named = seeder(script, document, f"{module}.seed")
    test = f"if {hvd.text}.size() > 1:"
    lines = [f"    {named.text}({seed})  # one order in all processes"]
    after: list[str] = []
    if order.kept:
        state = free_name(script, document, statement, "state")
        path = named.text.removesuffix(".seed")
        give, put = _STATES[module]
        lines.insert(0, f"    {state} = {path}.{give}()")
        after = [test, f"    {path}.{put}({state})"]
    edits = [*hvd.edits, *named.edits, *layout.insert_before(document, statement, [test, *lines])]
    if after:
        edits += layout.insert_after(document, statement, after)
    return EditSet.of(document, [replace(edit, once=True) for edit in edits])


def _is_named(node: ast.AST) -> TypeGuard[ast.Name | ast.Attribute]:
    return isinstance(node, ast.Name | ast.Attribute)


def _mixes(script: Script, call: Call, read: _Read) -> bool:
    """Say whether a call is given what is read, before that or in an earlier turn of a loop."""
    given = [each for argument in call.node.args for each in ast.walk(argument) if isinstance(each, ast.expr)]
    owners = {each.value for each in given if isinstance(each, ast.Attribute)}
    named = {
        each.id if isinstance(each, ast.Name) else each.attr for each in given if _is_named(each) and each not in owners
    }
    if named.isdisjoint(read.names) and read.held.isdisjoint(
        value for each in given for value in _objects(script, each)
    ):
        return False
    document = read.document
    if call.document is not document or script.scope(document, read.use) is not script.scope(document, call.node):
        return True
    around = {each for each in document.ancestors(read.use) if isinstance(each, ast.For | ast.While)}
    return call.node.lineno <= read.use.lineno or not around.isdisjoint(document.ancestors(call.node))
