"""Where samples come from: what a loop or `fit` is fed with, and which loop around a step drives the training."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import partial

from farandole.analysis.filling import filled
from farandole.analysis.loops import Chain, LoopAt, counters, iterated, ranges
from farandole.analysis.points_to.values import Class, Constant, Container, Function, Instance, Library, Value
from farandole.analysis.program import Program
from farandole.source import Document
from farandole.source.binding import names_in

_DISPLAYS = ast.List | ast.Tuple | ast.Set | ast.ListComp


class Kind(Enum):
    """What an expression gives when it is iterated, or what `fit` is given: `OBJECTS` are models and such."""

    DATASET = "dataset"
    ARRAYS = "arrays"
    LIST = "list"
    OBJECTS = "objects"
    GENERATOR = "generator"
    SEQUENCE = "sequence"
    RANGE = "range"
    COUNTER = "counter"
    UNKNOWN = "unknown"


_ROLES = {"dataset": Kind.DATASET, "array": Kind.ARRAYS, "sequence": Kind.SEQUENCE}
DATA = frozenset({Kind.DATASET, Kind.ARRAYS, Kind.GENERATOR, Kind.SEQUENCE})


@dataclass(frozen=True)
class Feed:
    """An expression that feeds a loop or `fit`, and what it is."""

    document: Document
    node: ast.expr
    kind: Kind


def driving(program: Program, chain: Chain) -> LoopAt | None:
    """Give the loop that drives the training: the innermost over data, else the innermost that counts steps.

    A loop over models, optimizers or the like takes each step once for each of them, and drives nothing itself.
    One that reads no element of its data takes so many steps on what a loop around it reads.
    """
    chain = tuple(place for place in chain if not _is_over_objects(program, place)) or chain
    over_data = [place for number, place in enumerate(chain) if _is_over_data(program, place, innermost=number == 0)]
    return next(iter((*filter(partial(reads_elements, program), over_data), *over_data, *chain)), None)


def _is_over_data(program: Program, place: LoopAt, innermost: bool) -> bool:
    """Say whether a loop runs over data; what the innermost runs over may be a list, or unknown."""
    kinds = {feed.kind for feed in feeds_of(program, place)}
    return bool(kinds & (DATA | {Kind.LIST, Kind.UNKNOWN} if innermost else DATA))


def _is_over_objects(program: Program, place: LoopAt) -> bool:
    found = () if isinstance(place.node, ast.While) else feeds(program, place.document, place.node.iter)
    return any(feed.kind is Kind.OBJECTS for feed in found)


def feeds_of(program: Program, place: LoopAt) -> tuple[Feed, ...]:
    """Give what a loop runs over; nothing for a `while`."""
    if isinstance(place.node, ast.While):
        return ()
    found = tuple(feeds(program, place.document, place.node.iter))
    data = tuple(feed for feed in found if feed.kind not in (Kind.RANGE, Kind.COUNTER))
    return data or found


def reads_elements(program: Program, place: LoopAt) -> bool:
    """Say whether something may read what a loop puts into its target: its body, or another scope, as a function is."""
    targets = ast.walk(place.node.target) if isinstance(place.node, ast.For | ast.AsyncFor) else ()
    return any(
        isinstance(each, ast.Attribute | ast.Subscript)
        or (isinstance(each, ast.Name) and _reads_name(program, place, each.id))
        for each in targets
    )


def _reads_name(program: Program, place: LoopAt, name: str) -> bool:
    """Say whether a name that a loop sets is read in it, or in another scope."""
    document, node = place.document, place.node
    scope = program.scope(document, node)
    uses = program.def_use.uses.get((scope.home(name) or scope, name), ())
    return any(document.contains(node, use) or program.scope(document, use) is not scope for use in uses)


def names_of_samples(program: Program, place: LoopAt) -> frozenset[str]:
    """Give the names that stand for what each turn of a loop reads, and for what is computed or filled with it."""
    counting = counters(program, place)
    found = names_in(place.node.target) - counting if isinstance(place.node, ast.For | ast.AsyncFor) else set()
    values = program.def_use.values_in(place.document, place.node.body, (ast.Assign, ast.AugAssign, ast.For))
    for name, value in _put_in(place):
        values.setdefault(name, []).append(value)
    grown = True
    while grown:
        more = {name for name, given in values.items() if any(_reads(value, found, counting) for value in given)}
        grown = not more - counting <= found
        found |= more - counting
    return frozenset(found)


def _put_in(place: LoopAt) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names of what a loop fills, and the values that it puts there."""
    for node in place.document.within(place.node):
        yield from ((filling.id, value) for filling, value in filled(node) if isinstance(filling, ast.Name))


def _reads(value: ast.expr, samples: set[str], counting: set[str]) -> bool:
    subscripts = (each for each in ast.walk(value) if isinstance(each, ast.Subscript))
    return bool(names_in(value) & samples) or any(names_in(each.slice) & counting for each in subscripts)


def feeds(program: Program, document: Document, node: ast.expr) -> Iterator[Feed]:
    """Yield what iterating an expression reads, through `enumerate`, `zip`, `tqdm` and their like."""
    for where, each in iterated(program, document, node):
        yield Feed(where, each, kind_of(program, each))


def kind_of(program: Program, node: ast.expr) -> Kind:
    """Tell what an expression gives when it is iterated; None, which holds a place for data, is none of them."""
    numbers = {call.node for call in ranges(program, node)}
    kinds = {_kind(program, value, numbers) for value in program.values(node) if value != Constant(None)}
    return kinds.pop() if len(kinds) == 1 else Kind.UNKNOWN


def _kind(program: Program, value: Value, numbers: set[ast.Call]) -> Kind:
    if isinstance(value, Container):
        if _holds_objects(program, value):
            return Kind.OBJECTS
        return Kind.LIST if isinstance(value.site.node, _DISPLAYS) else Kind.UNKNOWN
    if not isinstance(value, Instance):
        return Kind.UNKNOWN
    if value.of == Library("generator()"):
        return Kind.GENERATOR
    call = program.creation(value)
    names = call.names if call is not None else frozenset()
    if call is not None and call.node in numbers:
        return Kind.RANGE
    return Kind.COUNTER if "itertools.count" in names else _ROLES.get(program.role_of(value) or "", Kind.UNKNOWN)


def _holds_objects(program: Program, value: Container) -> bool:
    """Say whether what is put together is put together from objects, or from tuples and the like which hold some."""
    held, left = {value}, [value]
    while left:
        for each in program.elements(left.pop()):
            if not isinstance(each, Container):
                if _is_object(program, each):
                    return True
            elif each not in held:
                held.add(each)
                left.append(each)
    return False


def _is_object(program: Program, value: Value) -> bool:
    """Say whether a value is neither data nor a number: a model, an optimizer, a function, an object of the project."""
    match value:
        case Function() | Class() | Instance(_, Class()):
            return True
        case Instance():
            return program.role_of(value) in ("model", "optimizer")
    return False
