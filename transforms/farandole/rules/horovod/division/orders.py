"""Which calls order samples differently in each process: those that arrays are given to, or that an iterator makes."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeGuard

from farandole.analysis.answers import answered_once
from farandole.analysis.call_order import is_generator, is_seen, may_precede_node, run_by, ways_to
from farandole.analysis.defaults import may_be_none
from farandole.analysis.loops import loops_around
from farandole.analysis.nodes import is_main_guard, own_nodes
from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.values import Bound, Class, Container, Function, Instance, Library, Value
from farandole.analysis.program import Call
from farandole.analysis.slicing import methods_of
from farandole.frameworks.horovod.settings import SHUFFLES
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.datasets import order_of
from farandole.rules.horovod.division.agreements import agreement
from farandole.rules.horovod.division.drifting import stays_seeded
from farandole.rules.horovod.division.sampling import is_random
from farandole.rules.horovod.division.seeds import (
    OWN,
    At,
    Order,
    decides_turns,
    differs,
    is_seeded,
    module_of,
    orders,
    orders_turns,
    outermost,
)
from farandole.rules.horovod.division.unread_orders import order_by_chance
from farandole.rules.horovod.inits import comes_early
from farandole.source import Document
from farandole.source.binding import names_in

_MAKERS = frozenset({"numpy.random.RandomState", "numpy.random.default_rng"})
_OF_ARRAYS = ("sklearn.", "pandas.", "imblearn.")
"""The libraries whose functions split or order arrays by the generator of NumPy, unless they are given a seed."""

_ITERATION = ("__iter__", "__next__", "next", "__call__", "__len__", "__getitem__")


_OF_FILES = ("class_indices", "classes", "filenames", "filepaths", "labels")
"""What sequences of Keras tell of the files that they read."""

ORDERING = ("permutation", "permuted", "shuffle")
"""Methods by which a generator of its own orders samples."""


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

    @property
    def in_common(self) -> frozenset[Call]:
        """The calls that are to draw from a generator which all processes have alike."""
        return frozenset(each.call for each in self.mixed if not each.places)


_SEEDERS_OF_TENSORFLOW = (
    "tensorflow.random.set_seed",
    "tensorflow.set_random_seed",
    "tensorflow.keras.utils.set_random_seed",
)


@dataclass(frozen=True)
class _Read:
    """What reads arrays, the names and attributes that these are computed from, and the objects that they may be.

    Of names and attributes their kind is told as well: `order` is none of `self.order`.
    """

    document: Document
    use: ast.expr
    names: frozenset[tuple[type[ast.AST], str]]
    held: frozenset[Value]


def unseeded(
    script: Script,
    document: Document,
    nodes: Sequence[ast.expr],
    inside: frozenset[ast.AST] = frozenset(),
) -> Unseeded:
    """Give the calls that order arrays by chance, but for those before which the script seeds all processes alike.

    Those `inside` are left out: all processes run them alike.
    """
    within = script.filling.made_of(document, nodes, _told_of_files(script)) - inside
    ordering = within | frozenset(_gone_through(script, within))
    names = frozenset(each for node in ordering if _is_named(node) for each in _names(script, node))
    held = frozenset(value for each in ordering if isinstance(each, ast.expr) for value in _objects(script, each))
    read = _Read(document, nodes[0], names, held)
    seeded: list[tuple[Call, str]] = []
    mixed: list[Call] = []
    doubts: list[str] = []
    drawn, reordering = _drawn(script), _ordering(script)
    for call in (each for each in script.calls if each.node in within or each in reordering):
        if call.node in inside:
            continue
        if call.node in within:
            lacking, asked = _chance(script, call)
            seeded += lacking
            doubts.append(asked)
        seed = _seed_given(script, call, within, read)
        if seed is not None and differs(script, call.document, seed, within & drawn):
            doubts.append(f"{call.attribute} must be given the same seed in each process")
        permutes = call.node in within and orders(call) and call.names.isdisjoint(SHUFFLES)
        if permutes or (not call.names.isdisjoint(SHUFFLES) and _mixes(script, call, read)):
            mixed.append(call)
        for made in _own_generators(script, call):
            if call.node in within or _mixes(script, call, read):
                seeded.append((made, "seed"))
    head = (document, nodes[0])
    mixed = [call for call in mixed if not stays_seeded(script, module_of(call), drawn_at(script, call, head))]
    found: list[Order] = []
    for call in mixed:
        order = agreement(script, call, drawn_at(script, call, head), inside)
        if not isinstance(order, Order):
            return Unseeded(apart=(call, order))
        found.append(order)
    return Unseeded((*seeded, *_split_again(script, seeded)), tuple(found), _joined(doubts))


def _gone_through(script: Script, made: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield what the loops go through in which lists are filled: their items are in the order of that, whatever they are."""
    for document, value in dict.fromkeys(put for node in made for put in script.filling.put_into(node)):
        for loop in (place.node for place in loops_around(document, value)):
            yield from ast.walk(loop.iter) if isinstance(loop, ast.For) else ()


def _chance(script: Script, call: Call) -> tuple[list[tuple[Call, str]], str]:
    """Give a call that samples are made by with the parameter of its seed, if that lets all order alike, or a question."""
    parameter = seed_lacking(script, call)
    if parameter and not comes_early(script, call.document, call.document.span(call.node)):
        return [(call, parameter)], ""
    if parameter or _may_lack_seed(script, call):
        return [], f"{call.attribute} must be given the same seed in each process"
    facts = call.entry.facts if call.entry is not None else {}
    if "data" in facts:
        is_one, parameter = order_of(script, call)
        if is_one or parameter:
            return [(call, parameter)] if parameter else [], ""
        return [], f"{call.attribute} must give one order in all processes"
    if facts.get("learns"):
        learned = f"what {call.attribute} in {call.document.place_of(call.node)} learns"
        return [], f"{learned} must be in no sample: it is another thing in each process"
    return [], order_by_chance(script, call)


def _joined(doubts: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(filter(None, doubts)))


@answered_once
def _told_of_files(script: Script) -> frozenset[ast.AST]:
    """Give what sequences tell of their files in the order of these, whatever that of their batches."""
    return frozenset(
        node
        for document in script.documents
        for node in document.attributes(*_OF_FILES)
        if any(isinstance(each.of, Library) for each in script.instances(node.value, "sequence"))
    )


@answered_once
def _drawn(script: Script) -> frozenset[ast.AST]:
    """Give the calls that draw from a generator of random numbers."""
    return frozenset(each.node for each in script.calls if is_random(each))


@answered_once
def _ordering(script: Script) -> frozenset[Call]:
    """Give the calls that may order what they are given: by a generator of their own, or by that of the process."""
    return frozenset(each for each in script.calls if each.attribute in ORDERING or not each.names.isdisjoint(SHUFFLES))


def _split_again(script: Script, seeded: Sequence[tuple[Call, str]]) -> Iterator[tuple[Call, str]]:
    """Yield the calls that split once more what others split off: samples to validate on, which no process tests on."""
    first = {call.node for call, _ in seeded}
    for call in script.calls if first else ():
        span = call.document.span(call.node)
        if call.node in first or not _is_of_arrays(call) or comes_early(script, call.document, span):
            continue
        parameter = seed_lacking(script, call)
        if parameter and any(first & script.slices.of(call.document, each).nodes for each in call.node.args):
            yield call, parameter


def shuffled_by_tensorflow(script: Script, node: ast.expr) -> Call | None:
    """Give the call in the code of an iterator that TensorFlow orders samples by, where no seed lets all order alike.

    It shuffles a tensor, or a dataset that the iterator makes in a loop. A seed that is set under a condition may not
    be set.
    """
    return next((call for call in _shuffling(script, node) if not _shuffles_dataset(call) or _is_repeated(call)), None)


def shuffled_anew(script: Script, node: ast.expr) -> Call | None:
    """Give such a call in the code of a function that makes an iterator anew in each pass over it, in a loop or not."""
    return next(_shuffling(script, node), None)


def _shuffling(script: Script, node: ast.expr) -> Iterator[Call]:
    if any(_is_unconditional(call) for call in script.calls_to(*_SEEDERS_OF_TENSORFLOW)):
        return
    inside = {each for bodies in _code(script, node) for body in bodies for each in ast.walk(body)}
    for call in script.calls:
        tensors = (
            "tensorflow.random.shuffle" in call.names and call.keyword("seed") is None and len(call.node.args) == 1
        )
        if call.node in inside and (tensors or _shuffles_dataset(call)):
            yield call


def _shuffles_dataset(call: Call) -> bool:
    """Say whether a call shuffles a dataset, or mixes some by chance, and is given no seed."""
    facts = call.entry.facts if call.entry is not None else {}
    by_chance = facts.get("data") == "shuffle" or (facts.get("data") == "combine" and "seed" in facts)
    return by_chance and call.argument("seed") is None and not call.may_hide("seed")


def _is_repeated(call: Call) -> bool:
    """Say whether a call stands in a loop of its function: with one seed, its order would be the same in each turn."""
    return next(loops_around(call.document, call.node), None) is not None


def _is_unconditional(call: Call) -> bool:
    around = call.document.ancestors(call.node)
    return not any(isinstance(each, ast.If) and not is_main_guard(each) for each in around)


def unseeded_in(script: Script, document: Document, node: ast.expr, head: At, ends: bool = False) -> Unseeded:
    """Give the calls that order by chance what an iterator gives; `head` is where the script begins to run over it.

    Where it `ends`, so do those that decide how many items there are.

    They are those of its code, and those that order what it is made from. All processes run all of its code, so that
    what else is drawn in there is the same in all.
    """
    made, run = _code(script, node)
    inside = code_behind(script, document, node)
    repeated = {each for body in run for each in ast.walk(body)}
    seeded: list[tuple[Call, str]] = []
    mixed: list[Order] = []
    doubts: list[str] = []
    for call in script.calls if inside else ():
        if call.node not in inside:
            continue
        seeded += [(each, "seed") for each in _own_generators(script, call)]
        parameter = "seed" if _shuffles_dataset(call) else seed_lacking(script, call)
        seeded += [(call, parameter)] if parameter else []
        doubts.append(order_by_chance(script, call))
        at = head if call.node in repeated else drawn_at(script, call, head)
        is_one = orders(call) or orders_turns(call) or (ends and decides_turns(script, call))
        if not is_one or stays_seeded(script, module_of(call), at):
            continue
        order = agreement(script, call, at, inside)
        if not isinstance(order, Order):
            return Unseeded(apart=(call, order))
        mixed.append(order)
        if (
            order.places
            and call.node in repeated
            and any(each is call.node for body in made for each in ast.walk(body))
        ):
            mixed.append(replace(order, places=tuple(_made_at(script, node)) or order.places))
    earlier = unseeded(script, document, [node], inside)
    if earlier.apart is not None:
        return earlier
    calls = tuple(dict.fromkeys([*seeded, *earlier.seeded]))
    return Unseeded(calls, (*mixed, *earlier.mixed), _joined([*doubts, earlier.doubt]))


def code_behind(script: Script, document: Document, node: ast.expr) -> frozenset[ast.AST]:
    """Give the nodes of the code that making what an expression stands for runs, and running over it."""
    made, run = _code(script, node)
    before = _reached(script, _makers(script, document, node))
    return frozenset(each for body in (*made, *run, *before) for each in ast.walk(body))


def _made_at(script: Script, node: ast.expr) -> Iterator[tuple[Document, ast.stmt]]:
    """Yield the statements, or the loops around them, in which objects of the project are made that give a node's items."""
    for holder, _ in _holders(script, node):
        made = script.creation(holder)
        if made is not None:
            yield from outermost(script, made.document, made.node)


def _holders(script: Script, node: ast.expr) -> Iterator[tuple[Instance, Class]]:
    """Yield the objects of the project that a node may be, or whose methods it may be, or be given by, with their classes."""
    values = ordered(script.values(node))
    taken = (value.receiver for value in values if isinstance(value, Bound))
    asked = (each for call in _creations(script, values) for each in ordered(call.receivers))
    for each in dict.fromkeys((*values, *taken, *asked)):
        if isinstance(each, Instance) and isinstance(each.of, Class):
            yield each, each.of


def _creations(script: Script, values: Iterable[Value]) -> Iterator[Call]:
    """Yield the calls that give objects, such as generators."""
    made = (script.creation(value) for value in values if isinstance(value, Instance))
    yield from (call for call in made if call is not None)


def goes_on_alike(script: Script, node: ast.expr) -> bool:
    """Say whether an object of a project's class is asked for one item after another, in which chance has no part."""
    values = script.values(node)
    owners = [value.of for value in values if isinstance(value, Instance)]
    if len(owners) < len(values) or not all(
        isinstance(owner, Class) and list(methods_of(script, owner, ("__next__",))) for owner in owners
    ):
        return False
    made, run = _code(script, node)
    inside = {each for body in (*made, *run) for each in ast.walk(body)}
    return bool(run) and not any(call.node in inside and is_random(call) for call in script.calls)


def orders_alike(script: Script, node: ast.expr, order: Order) -> bool:
    """Say whether running over an iterator draws from the generator of the whole process that an order is drawn from."""
    return any(module_of(call) == module_of(order.call) for call in ordering_in(script, node))


def ordering_in(script: Script, node: ast.expr) -> Iterator[Call]:
    """Yield the calls by which running over an iterator orders samples by the generator of the whole process."""
    _, run = _code(script, node)
    inside = {each for body in run for each in ast.walk(body)}
    yield from (call for call in script.calls if call.node in inside and orders(call))


def drawn_at(script: Script, call: Call, head: At) -> At:
    """Give where a call draws: its own place, or that of what reads the samples, where that alone may lead to it.

    So it may where a generator draws, or what a library runs, and nothing is seen to lead there before.
    """
    at = (call.document, call.node)
    scopes = [scope for _, scope, _ in ways_to(script, *at)]
    later = any(is_generator(scope) or script.ranks.escapes(scope) for scope in scopes)
    return head if later and not is_seen(script, *at) and not may_precede_node(script, call, *head) else at


def _objects(script: Script, node: ast.expr) -> Iterator[Value]:
    yield from (each for each in script.values(node) if isinstance(each, Instance | Container))


def _code(script: Script, node: ast.expr) -> tuple[list[ast.AST], list[ast.AST]]:
    """Give the code that making an iterator runs, and that of running over it: of a generator, or a project's class."""
    values = ordered(script.values(node))
    functions = [*values, *(value.member for value in values if isinstance(value, Bound))]
    made = dict.fromkeys(
        each for _, owner in _holders(script, node) for each in methods_of(script, owner, ("__init__",))
    )
    run = dict.fromkeys(each.site.node for each in functions if isinstance(each, Function))
    for owner in (each.of for each in values if isinstance(each, Instance)):
        run.update(dict.fromkeys(methods_of(script, owner, _ITERATION) if isinstance(owner, Class) else ()))
    for call in _creations(script, values):
        called = ordered(each for each in script.values(call.node.func) if isinstance(each, Instance))
        methods = [methods_of(script, each.of, ("__call__",)) for each in called if isinstance(each.of, Class)]
        called_for = [*(each.site.node for each in ordered(call.functions)), *chain.from_iterable(methods)]
        run.update(dict.fromkeys(each for each in called_for if each not in made))
    return _reached(script, made), _reached(script, run)


def _makers(script: Script, document: Document, node: ast.expr) -> Iterator[ast.AST]:
    """Yield the functions that are called for what a name stands for: they may order what its items are numbers of."""
    given = [each.value for each in script.slices.assignments(document, node)] if isinstance(node, ast.Name) else [node]
    calls = [call for each in given if (call := script.call(each)) is not None]
    yield from (each.site.node for call in calls for each in ordered(call.functions) if each.site.module.own)


def _reached(script: Script, functions: Iterable[ast.AST]) -> list[ast.AST]:
    return list(dict.fromkeys(body for function in functions for body in run_by(script, function)))


def seed_lacking(script: Script, call: Call) -> str:
    """Give the parameter by which a call that orders would take a seed, where it has none; else an empty text."""
    call = _known(script, call)
    facts = call.entry.facts if call.entry is not None else {}
    told = call.argument(str(facts.get("shuffles-by", "")))
    shuffles = facts.get("shuffles") or (told is not None and script.constants(told) != {False})
    if not shuffles or "seed" not in facts or "data" in facts or call.may_hide(str(facts["seed"])):
        return ""
    return "" if _is_alike(script, call, call.argument(str(facts["seed"]))) else str(facts["seed"])


def _may_lack_seed(script: Script, call: Call) -> bool:
    """Say whether a call may order by chance without a seed, as far as the arguments tell that are seen."""
    call = _known(script, call)
    facts = call.entry.facts if call.entry is not None else {}
    seed, by = str(facts.get("seed", "")), str(facts.get("shuffles-by", ""))
    if not seed or "data" in facts or call.argument(seed) is not None or not script.may_pass(call, seed):
        return False
    told = call.argument(by)
    hidden = bool(by) and told is None and script.may_pass(call, by)
    shuffles = bool(facts.get("shuffles")) or hidden or (told is not None and script.constants(told) != {False})
    return shuffles and not _is_alike(script, call, None)


def _is_alike(script: Script, call: Call, seed: ast.expr | None) -> bool:
    """Say whether a call that may order by a seed does so alike in all processes: by one, or not at all."""
    given = seed is not None and not may_be_none(script, call.document, seed)
    in_order = script.constants(call.argument("shuffle")) == {False}
    return given or in_order or is_seeded(script, "numpy.random", (call.document, call.node))


def _known(script: Script, call: Call) -> Call:
    """Give a call with its entry of the catalogue, if it orders the rows of a table whose class the program hides."""
    if call.entry is None and not call.functions and call.attribute == "sample" and call.keyword("frac") is not None:
        return replace(call, entry=script.catalog.entry("pandas.DataFrame.sample"))
    return call


def is_drawn_alone(script: Script, call: Call) -> bool:
    """Say whether a call draws or orders by chance in each process otherwise: nothing seeds it, or its generator."""
    if seed_lacking(script, call):
        return True
    module = module_of(call)
    state = call.attribute.startswith(("seed", "get", "set")) or not call.names.isdisjoint(OWN)
    return (
        bool(module) and not call.receivers and not state and not is_seeded(script, module, (call.document, call.node))
    )


def chosen_before(script: Script, document: Document, node: ast.AST) -> Iterator[tuple[Call, str]]:
    """Yield the calls that split or order arrays by chance before a node is reached, with the parameter of their seed.

    What one process tests on, another would train on.
    """
    for call in script.calls:
        parameter = seed_lacking(script, call) if _is_of_arrays(call) else ""
        if parameter and may_precede_node(script, call, document, node):
            yield call, parameter


def split_before(script: Script, document: Document, node: ast.AST) -> Iterator[Call]:
    """Yield the calls that order by the generator of the whole process, before a node is reached, what is split then.

    What one process tests on, another would train on. What is only ordered is left out: each may do that for itself.
    """
    for call in script.calls:
        drawn = orders(call) and not is_seeded(script, module_of(call), (call.document, call.node))
        if drawn and may_precede_node(script, call, document, node) and _is_split(script, call):
            yield call


def _is_split(script: Script, call: Call) -> bool:
    """Say whether the first or the last of what a call orders are taken apart later, in its function or by its callers."""
    statement = call.document.statement(call.node)
    targets = statement.targets if isinstance(statement, ast.Assign) else call.node.args[:1]
    return _is_split_below(script, call, names_in(*targets), frozenset())


def _is_split_below(script: Script, call: Call, named: Collection[str], seen: frozenset[ast.AST]) -> bool:
    """Say whether names are taken apart below a call, in no loop, or what callers of its function are given by them."""
    document, scope = call.document, call.document.scope(call.node)
    for node in document.within(scope, ast.Subscript):
        match node:
            case ast.Subscript(ast.Name(name), ast.Slice(lower, upper, None)) if (lower is None) != (upper is None):
                if name in named and node.lineno > call.node.lineno and not any(loops_around(document, node)):
                    return True
    if not isinstance(scope, ast.FunctionDef) or scope in seen:
        return False
    given = set(named) - {"self"}
    for assigned in script.def_use.assigned_in(document, scope):
        if assigned.line > call.node.lineno and not given.isdisjoint(names_in(assigned.value)):
            given |= names_in(assigned.target)
    returned = (each for each in own_nodes(scope) if isinstance(each, ast.Return))
    if not any(each.value is not None and not given.isdisjoint(names_in(each.value)) for each in returned):
        return False
    statements = [(caller, caller.document.statement(caller.node)) for caller in script.callers(scope)]
    return any(
        _is_split_below(script, caller, names_in(*statement.targets), seen | {scope})
        for caller, statement in statements
        if isinstance(statement, ast.Assign)
    )


def _is_of_arrays(call: Call) -> bool:
    """Say whether a call is one of a library that splits and orders arrays."""
    return any(name.startswith(_OF_ARRAYS) for name in call.names)


def _own_generators(script: Script, call: Call) -> Iterator[Call]:
    """Yield the calls that made the generators by which a call orders something, and gave them no seed."""
    if call.attribute not in ORDERING:
        return
    for value in call.receivers:
        made = script.creation(value) if isinstance(value, Instance) else None
        if made is not None and made.names & _MAKERS and not made.hides_arguments:
            seed = made.argument("seed") or next(iter(made.node.args), None)
            if seed is None or script.constants(seed) == {None}:
                yield made


def _seed_given(script: Script, call: Call, within: frozenset[ast.AST], read: _Read) -> ast.expr | None:
    """Give the seed by which a call orders what is read, or that of the generator which it does so by."""
    if call.node in within and _is_of_arrays(call):
        known = _known(script, call)
        return known.argument(str(known.entry.facts.get("seed", ""))) if known.entry is not None else None
    if call.attribute not in ORDERING or not (call.node in within or _mixes(script, call, read)):
        return None
    made = [each for value in call.receivers if isinstance(value, Instance) and (each := script.creation(value))]
    given = (_seed_of(each) for each in made if not each.names.isdisjoint(OWN))
    return next(filter(None, given), None)


def _seed_of(maker: Call) -> ast.expr | None:
    """Give the seed of a generator that a call makes; of one of Python's that has none, the call, which gives it one."""
    seed = maker.argument("seed") or next(iter(maker.node.args), None)
    return maker.node if seed is None and maker.names <= {"random.Random"} else seed


def _is_named(node: ast.AST) -> TypeGuard[ast.Name | ast.Attribute]:
    return isinstance(node, ast.Name | ast.Attribute)


def _names(script: Script, node: ast.Name | ast.Attribute) -> Iterator[tuple[type[ast.AST], str]]:
    """Yield what a name or attribute is told by, and the names of the same text that an attribute is assigned from."""
    name = node.id if isinstance(node, ast.Name) else node.attr
    yield type(node), name
    if isinstance(node, ast.Attribute):
        assigned = script.def_use.attributes.get(name, ())
        if any(name in names_in(each.value) for each in assigned):
            yield ast.Name, name


def _mixes(script: Script, call: Call, read: _Read) -> bool:
    """Say whether a call is given what is read, before that or in an earlier turn of a loop."""
    given = [each for argument in call.node.args for each in ast.walk(argument) if isinstance(each, ast.expr)]
    owners = {each.value for each in given if isinstance(each, ast.Attribute)}
    named = {name for each in given if _is_named(each) and each not in owners for name in _names(script, each)}
    if named.isdisjoint(read.names) and read.held.isdisjoint(
        value for each in given for value in _objects(script, each)
    ):
        return False
    document = read.document
    if call.document is not document or script.scope(document, read.use) is not script.scope(document, call.node):
        return True
    around = {each for each in document.ancestors(read.use) if isinstance(each, ast.For | ast.While)}
    return call.node.lineno <= read.use.lineno or not around.isdisjoint(document.ancestors(call.node))
