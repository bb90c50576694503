"""What orders by the generator of the whole process, and where that is seeded so that all processes order alike."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from typing import TypeGuard

from farandole.analysis.call_order import (
    may_follow,
    may_precede_node,
    surely_precedes,
)
from farandole.analysis.loops import loops_around
from farandole.analysis.nodes import Loop
from farandole.analysis.program import Call
from farandole.frameworks.horovod.settings import SHUFFLES
from farandole.frameworks.horovod.use import is_size
from farandole.frameworks.script import Script
from farandole.rules.horovod.devices import local_rank
from farandole.rules.horovod.division.sampling import SEEDS_ALL, is_random, seeder
from farandole.rules.horovod.names import AFTER_DEVICES, after_imports, horovod
from farandole.source import Document, EditSet, layout
from farandole.source.binding import stored_among

_SEEDS = {
    "numpy.random": ("numpy.random.seed", SEEDS_ALL),
    "random": ("random.seed", SEEDS_ALL),
}
"""The modules that draw from a generator of the whole process, and the functions that seed it."""

GENERATORS = tuple(_SEEDS)
"""The modules that draw from a generator of the whole process."""

_SEEDERS: dict[str, tuple[str, ...]] = {
    **_SEEDS,
    "torch": (
        "torch.manual_seed",
        "torch.random.manual_seed",
        "pytorch_lightning.seed_everything",
        "transformers.set_seed",
    ),
}
"""The functions that seed a module's generator, also of one from which nothing is drawn in common."""

_MADE_BY = {"numpy.random": "RandomState", "random": "Random"}
"""What makes a generator of the module's that has all its functions."""

_COMMON = {"numpy.random": "common_np_random", "random": "common_random"}
"""What a generator is called that is alike in all processes."""

_CHOOSING = frozenset({"choice", "permutation", "randint", "random_integers", "randrange", "sample", "shuffle"})
"""Functions of generators that choose samples."""

_PERMUTATION = "numpy.random.permutation"
_SAMPLE, _CHOICE = "random.sample", "numpy.random.choice"
_PLACES = ("numpy.random.randint", "random.randint", "random.randrange")
OWN = (
    "numpy.random.RandomState",
    "numpy.random.default_rng",
    "numpy.random.Generator",
    "random.Random",
)
"""What makes a generator of its own."""

_DIFFERENT = ("time.", "datetime.", "os.getpid", "os.urandom", "secrets.", "uuid.", "numpy.random.", "random.")
_RANKS = (".rank", ".local_rank", ".cross_rank")
"""What gives each process another number: functions of these modules, and Horovod's of these names."""

At = tuple[Document, ast.AST]
"""A node in its file."""

_DEEPEST = 8


@dataclass(frozen=True)
class Order:
    """A call that orders samples by the generator of the whole process, and the statements before which that is seeded.

    Without a statement, the call is to draw from another generator, which all processes have alike, and so are those
    that are `tied` to it: they put that generator into the state that it shares with others.
    """

    call: Call
    places: tuple[tuple[Document, ast.stmt], ...] = ()
    tied: tuple[Call, ...] = ()


def orders(call: Call) -> bool:
    """Say whether a call orders by the generator of the whole process: shuffles, permutes, or samples all there are.

    What it draws may be the place of what is taken out next, too.
    """
    if _SAMPLE in call.names or (_CHOICE in call.names and _is_without_replacement(call)):
        return any(_is_all(drawn_from, number) for drawn_from in call.node.args[:1] for number in _numbers(call))
    return not call.names.isdisjoint((*SHUFFLES, _PERMUTATION)) or _takes_out(call)


def orders_turns(call: Call) -> bool:
    """Say whether a generator draws samples without replacement that a loop of it goes through, and yields."""
    if not (_SAMPLE in call.names or (_CHOICE in call.names and _is_without_replacement(call))):
        return False
    document, statement = call.document, call.document.statement(call.node)
    drawn = stored_among([each for target in getattr(statement, "targets", ()) for each in ast.walk(target)])
    return any(
        call.node not in (inside := set(document.within(loop)))
        and any(isinstance(each, ast.Yield) for each in inside)
        and any(isinstance(each, ast.Name) and each.id in drawn for each in inside)
        for loop in document.within(document.scope(call.node))
        if isinstance(loop, ast.For | ast.While)
    )


def decides_turns(script: Script, call: Call) -> bool:
    """Say whether a generator draws by the generator of the whole process how many items it yields, and not their order."""
    document, scope = call.document, call.document.scope(call.node)
    own = any(name.rpartition(".")[0] in _SEEDS and name not in OWN for name in call.names)
    if not own or not is_random(call) or orders(call):
        return False
    inside = document.within(scope, ast.For, ast.While, ast.If) if isinstance(scope, ast.FunctionDef) else ()
    counting = [each for each in inside if _counts_items(each)]
    heads = [_length(script, document, each.iter) if isinstance(each, ast.For) else each.test for each in counting]
    return any(call.node in script.slices.of(document, head).nodes for head in heads)


def _length(script: Script, document: Document, node: ast.expr) -> ast.expr:
    """Give what tells how many items there are: of what is drawn together, how many are drawn."""
    given = script.slices.bound(document, node)
    call = script.call(given) if given is not None else None
    numbers = _numbers(call) if call is not None and call.names <= {_CHOICE, _SAMPLE} else ()
    return next(iter(numbers), node)


def _numbers(call: Call) -> tuple[ast.expr, ...]:
    """Give how many a call is told to draw, where it is."""
    return (*call.node.args[1:2], *(each.value for each in call.node.keywords if each.arg in ("k", "size")))


def _counts_items(node: ast.AST) -> TypeGuard[ast.For | ast.While | ast.If]:
    """Say whether a generator yields more or fewer items by a loop or a choice, and not one in either case."""
    match node:
        case ast.For(body=body) | ast.While(body=body):
            return _has(body, ast.Yield)
        case ast.If(body=body, orelse=orelse):
            ends = (ast.Continue, ast.Break, ast.Return)
            going_on = [each for each in (body, orelse) if not (each and isinstance(each[-1], ast.Raise))]
            return len({_has(each, ast.Yield) for each in going_on}) > 1 or _has([*body, *orelse], *ends)
    return False


def _has(block: list[ast.stmt], *kinds: type[ast.AST]) -> bool:
    return any(isinstance(each, kinds) for statement in block for each in ast.walk(statement))


def _takes_out(call: Call) -> bool:
    """Say whether a call draws a place in a list, and what stands there is taken out of it or put another in place of."""
    if call.names.isdisjoint(_PLACES):
        return False
    document = call.document
    match document.statement(call.node):
        case ast.Assign([ast.Name(name)], value) if value is call.node:
            drawn = [ast.dump(ast.Name(name, ast.Load()))]
        case _:
            drawn = [ast.dump(call.node)]
    for node in document.within(document.scope(call.node)):
        match node:
            case ast.Call(ast.Attribute(_, "pop"), [index]) if ast.dump(index) in drawn:
                return True
            case ast.Subscript(_, index, ast.Store() | ast.Del()) if ast.dump(index) in drawn:
                return True
    return False


def _is_without_replacement(call: Call) -> bool:
    keyword = call.keyword("replace")
    given = keyword.value if keyword is not None else next(iter(call.node.args[2:]), None)
    return isinstance(given, ast.Constant) and given.value is False


def _is_all(drawn_from: ast.expr, number: ast.expr) -> bool:
    """Say whether a number is that of all samples, which are given by themselves, by a range or by their number."""
    match drawn_from, number:
        case _, ast.Call(ast.Name("len"), [counted]):
            return ast.dump(drawn_from) == ast.dump(counted) or ast.dump(drawn_from) == ast.dump(number)
        case ast.Call(ast.Name("range"), [end]), _:
            return ast.dump(end) == ast.dump(number)
    return ast.dump(drawn_from) == ast.dump(number)


def is_seeded(script: Script, module: str, at: At) -> bool:
    """Say whether the script has seeded a module's generator alike in all processes before it comes to a place."""
    seeds = script.calls_to(*_SEEDERS[module])
    alike = [seed for seed in seeds if seeds_alike(script, seed)]
    between = [seed for seed in seeds if seed not in alike and may_precede_node(script, seed, *at)]
    return any(
        surely_precedes(script, seed, *at) and not any(may_follow(script, seed, other) for other in between)
        for seed in alike
    )


def seeds_alike(script: Script, seed: Call, common: frozenset[ast.AST] = frozenset()) -> bool:
    """Say whether a call seeds all processes alike: not with a time, nor with an option that may be left out.

    What the calls in `common` give is the same in all processes.
    """
    given = next(iter(seed.arguments), None)
    if given is None or None in script.constants(given):
        return False
    computed = script.slices.of(seed.document, given)
    options = {node.attr for node in computed if isinstance(node, ast.Attribute)}
    omitted = any(_may_be_omitted(script, call) & options for call in script.calls)
    return not omitted and not differs(script, seed.document, given, common)


def seeds_apart(script: Script, seed: Call) -> bool:
    """Say whether a call surely seeds each process otherwise: with nothing, with the time, or with a number by chance."""
    given = next(iter(seed.arguments), None)
    if given is None:
        return not seed.hides_arguments
    values = script.values(given)
    return (bool(values) and script.constants(given) == {None}) or differs(script, seed.document, given)


def draws_its_seed(script: Script, seed: Call, module: str) -> bool:
    """Say whether all by which a seed is another one in each process is drawn from the generator that it seeds."""
    computed = (node for given in seed.arguments for node in script.slices.of(seed.document, given))
    names = {name for node in computed if (call := script.call(node)) is not None for name in call.names}
    different = {name for name in names if _is_different(name)}
    return bool(different) and all(name.startswith(module) for name in different)


def differs(script: Script, document: Document, seed: ast.expr, common: frozenset[ast.AST] = frozenset()) -> bool:
    """Say whether a seed is another one in each process: what it is computed from is the time, or drawn by chance.

    What the calls in `common` give is the same in all processes.
    """
    calls = [call for node in script.slices.of(document, seed) if (call := script.call(node)) is not None]
    return any(_is_different(name) for call in calls if call.node not in common for name in call.names)


def _is_different(name: str) -> bool:
    return name.startswith(_DIFFERENT) or (name.startswith("horovod.") and name.endswith(_RANKS))


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


def module_of(call: Call) -> str:
    """Give the module from whose generator a call draws; empty where it is none of `GENERATORS`."""
    return next((each for each in GENERATORS if any(name.startswith(f"{each}.") for name in call.names)), "")


def chooses(call: Call) -> bool:
    """Say whether a call draws places or an order from a module's generator, as samples are chosen."""
    return bool(module_of(call)) and any(name.rpartition(".")[2] in _CHOOSING for name in call.names)


def is_drawn_in_common(script: Script, document: Document, node: ast.Call) -> bool:
    """Say whether a call draws from a generator that is alike in all processes, where there are several."""
    drawn = node.func.value if isinstance(node.func, ast.Attribute) else None
    generator = script.slices.bound(document, drawn) if drawn is not None else None
    test = generator.test if isinstance(generator, ast.IfExp) else None
    return test is not None and any(is_size(script.call(each)) for each in ast.walk(test))


def outermost(script: Script, document: Document, node: ast.AST) -> tuple[tuple[Document, ast.stmt], ...]:
    """Give the outermost loops around a node, through the callers of its function, or its own statement.

    Where some ways to it have a loop around them, and others have none, it gives the call on those.
    """
    places = tuple(dict.fromkeys(_starts(script, document, node, frozenset())))
    if not any(isinstance(statement, Loop) for _, statement in places):
        return ((document, document.statement(node)),)
    return places


def _starts(
    script: Script, document: Document, node: ast.AST, seen: frozenset[ast.AST]
) -> Iterator[tuple[Document, ast.stmt]]:
    """Yield the outermost loop on each way to a node, or the statement that calls its function where there is none."""
    loops = [place.node for place in loops_around(document, node)]
    function = script.function(document, node)
    callers = script.callers(function) if function is not None and function not in seen else ()
    if not callers or len(seen) > _DEEPEST:
        yield document, loops[-1] if loops else document.statement(node)
        return
    assert function is not None
    for call in callers:
        for where, statement in _starts(script, call.document, call.node, seen | {function}):
            if isinstance(statement, Loop):
                yield where, statement
            elif loops:
                yield document, loops[-1]
            else:
                yield call.document, call.document.statement(call.node)


def agreed_edits(script: Script, order: Order) -> EditSet:
    """Give the edits that let all processes order alike by a call; a single one orders as before."""
    if not order.places:
        together = dict.fromkeys((order.call, *order.tied))
        return reduce(EditSet.__or__, (edits_drawing_in_common(script, each) for each in together))
    found = (_agreed(script, order, *place) for place in order.places)
    return reduce(EditSet.__or__, found, EditSet.empty())


def edits_drawing_in_common(script: Script, call: Call) -> EditSet:
    """Give the edits that let a call draw from a generator that is alike in all processes; a single one draws as before."""
    document, module, func = call.document, module_of(call), call.node.func
    hvd = horovod(script, document)
    named = seeder(script, document, f"{module}.seed")
    path = named.text.removesuffix(".seed")
    name = local_rank.free_name(document, _COMMON[module])
    made = f"{path}.{_MADE_BY[module]}(0)"
    line = f"{name} = {path} if {hvd.text}.size() == 1 else {made}  # one order in all processes"
    added = after_imports(script, document, [line], layer=AFTER_DEVICES)
    drawn = func.attr if isinstance(func, ast.Attribute) else next(iter(sorted(call.names))).rpartition(".")[2]
    edits = (*hvd.edits, *named.edits, *added, *layout.replace(document, func, f"{name}.{drawn}"))
    return EditSet.of(document, [replace(edit, once=True) for edit in edits])


def _agreed(script: Script, order: Order, document: Document, statement: ast.stmt) -> EditSet:
    hvd = horovod(script, document)
    named = seeder(script, document, f"{module_of(order.call)}.seed")
    lines = [f"if {hvd.text}.size() > 1:", f"    {named.text}(0)  # one order in all processes"]
    edits = (*hvd.edits, *named.edits, *layout.insert_before(document, statement, lines))
    return EditSet.of(document, [replace(edit, once=True) for edit in edits])
