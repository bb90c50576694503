"""The loops around a training step: what each runs over, and which of them drives the training."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from farandole.analysis.points_to.values import Class, Container, Function, Instance, Library, Value
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.counts import Count
from farandole.source import Document

Loop = ast.For | ast.AsyncFor | ast.While
_RANGES = frozenset(
    {
        "builtins.range",
        "builtins.xrange",
        "six.moves.range",
        "six.moves.xrange",
        "tensorflow.range",
        "tqdm.trange",
        "tqdm.auto.trange",
        "tqdm.notebook.trange",
    }
)
_DISPLAYS = ast.List | ast.Tuple | ast.Set | ast.ListComp
_DEEPEST = 8


class Kind(Enum):
    """What an expression gives when it is iterated, or what `fit` is given: `OBJECTS` are no data, but models and such."""

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


@dataclass(frozen=True)
class Place:
    """A loop in its file."""

    document: Document
    node: Loop


Chain = tuple[Place, ...]


def chains(script: Script, document: Document, node: ast.AST, seen: frozenset[ast.AST] = frozenset()) -> list[Chain]:
    """Give the loops around a node, innermost first, through the functions that call the one it stands in."""
    own = tuple(_loops(document, node))
    function = script.function(document, node)
    if function is None or function in seen or len(seen) > _DEEPEST:
        return [own]
    outer = [
        chain
        for call in script.callers(function)
        for chain in chains(script, call.document, call.node, seen | {function})
    ]
    return [(*own, *chain) for chain in outer] or [own]


def _loops(document: Document, node: ast.AST) -> Iterator[Place]:
    for outer in document.ancestors(node):
        if isinstance(outer, FunctionNode):
            return
        if isinstance(outer, Loop) and any(node is member for member in outer.body):
            yield Place(document, outer)
        node = outer


def driving(script: Script, chain: Chain) -> Place | None:
    """Give the loop that drives the training: the innermost over data, else the innermost that counts steps.

    A loop over models, optimizers or the like takes each step once for each of them, and drives nothing itself.
    """
    chain = tuple(place for place in chain if not _is_over_objects(script, place)) or chain
    for number, place in enumerate(chain):
        kinds = {feed.kind for feed in feeds_of(script, place)}
        if kinds & DATA or (number == 0 and kinds & {Kind.LIST, Kind.UNKNOWN}):
            return place
    return chain[0] if chain else None


def _is_over_objects(script: Script, place: Place) -> bool:
    found = () if isinstance(place.node, ast.While) else feeds(script, place.document, place.node.iter)
    return any(feed.kind is Kind.OBJECTS for feed in found)


def feeds_of(script: Script, place: Place) -> tuple[Feed, ...]:
    """Give what a loop runs over; nothing for a `while`."""
    if isinstance(place.node, ast.While):
        return ()
    found = tuple(feeds(script, place.document, place.node.iter))
    data = tuple(feed for feed in found if feed.kind not in (Kind.RANGE, Kind.COUNTER))
    return data or found


def feeds(script: Script, document: Document, node: ast.expr, depth: int = 0) -> Iterator[Feed]:
    """Yield what iterating an expression reads, through `enumerate`, `zip`, `tqdm` and their like."""
    for call in _wrappers(script, node):
        inner = _inner(script, call)
        if inner and depth < _DEEPEST:
            for each in inner:
                yield from feeds(script, call.document, each, depth + 1)
            return
    yield Feed(document, node, kind_of(script, node))


def _wrappers(script: Script, node: ast.expr) -> list[Call]:
    own = script.call(node)
    if own is not None:
        return [own]
    made = (_creation(script, value) for value in script.values(node))
    return [call for call in made if call is not None]


def _creation(script: Script, value: Value) -> Call | None:
    return script.call(value.site.node) if isinstance(value, Instance | Container) else None


def _inner(script: Script, call: Call) -> list[ast.expr]:
    if "builtins.zip" in call.names:
        return [argument for argument in call.node.args if not isinstance(argument, ast.Starred)]
    if call.entry is None:
        return []
    if "iterates" in call.entry.facts:
        argument = call.argument(str(call.entry.facts["iterates"]))
        return [argument] if argument is not None else []
    walks = call.entry.facts.get("data") == "consume" or call.entry.role == "iterator"
    if walks and isinstance(call.node.func, ast.Attribute) and script.instances(call.node.func.value, "dataset"):
        return [call.node.func.value]
    return []


def kind_of(script: Script, node: ast.expr) -> Kind:
    """Tell what an expression gives when it is iterated."""
    kinds = {_kind(script, value) for value in script.values(node)}
    return kinds.pop() if len(kinds) == 1 else Kind.UNKNOWN


def _kind(script: Script, value: Value) -> Kind:
    if isinstance(value, Container):
        if any(_is_object(script, each) for each in script.elements(value)):
            return Kind.OBJECTS
        return Kind.LIST if isinstance(value.site.node, _DISPLAYS) else Kind.UNKNOWN
    if not isinstance(value, Instance):
        return Kind.UNKNOWN
    if value.of == Library("generator()"):
        return Kind.GENERATOR
    call = script.creation(value)
    names = call.names if call is not None else frozenset()
    if names & _RANGES:
        return Kind.RANGE
    return Kind.COUNTER if "itertools.count" in names else _ROLES.get(script.role_of(value) or "", Kind.UNKNOWN)


def _is_object(script: Script, value: Value) -> bool:
    """Say whether a value is neither data nor a number: a model, an optimizer, a function, an object of the project."""
    match value:
        case Function() | Class() | Instance(_, Class()):
            return True
        case Instance():
            return script.role_of(value) in ("model", "optimizer")
    return False


def range_counts(script: Script, place: Place) -> tuple[Count, ...]:
    """Give what counts the turns of a loop over a range; of ranges side by side, what counts the positions of each."""
    if isinstance(place.node, ast.While):
        return ()
    ranges = [
        call
        for feed in feeds(script, place.document, place.node.iter)
        for call in _wrappers(script, feed.node)
        if call.names & _RANGES and call.node.args and not any(isinstance(each, ast.Starred) for each in call.node.args)
    ]
    first = [_range_count(script, call) for call in ranges[:1]]
    others = [_position_count(call) for call in ranges[1:]] if all(_is_stepped(call) for call in ranges) else []
    return tuple(count for count in (*first, *others) if count is not None)


def _range_count(script: Script, call: Call) -> Count | None:
    arguments = call.node.args
    if len(arguments) == 1:
        return Count(call.document, arguments[0])
    return Count(call.document, arguments[1], arguments[0]) if _counts_up(script, arguments) else None


def _is_stepped(call: Call) -> bool:
    return len(call.node.args) == 3  # noqa: PLR2004


def _position_count(call: Call) -> Count:
    """Give the length in where a range of positions ends: `n` in `range(size, n + 1, size)`."""
    match call.node.args[1]:
        case ast.BinOp(length, ast.Add() | ast.Sub(), ast.Constant()):
            return Count(call.document, length)
    return Count(call.document, call.node.args[1])


def _counts_up(script: Script, arguments: list[ast.expr]) -> bool:
    steps = script.constants(arguments[2]) if len(arguments) > 2 else frozenset()  # noqa: PLR2004
    return not (len(arguments) > 2 and isinstance(arguments[2], ast.UnaryOp)) and not any(  # noqa: PLR2004
        isinstance(step, int) and step < 0 for step in steps
    )


def while_count(script: Script, place: Place) -> Count | None:
    """Give the limit in the condition of a `while` that compares a counter with it."""
    return limit(script, place, place.node.test, ast.And) if isinstance(place.node, ast.While) else None


def limit(script: Script, place: Place, test: ast.expr, joined: type[ast.boolop]) -> Count | None:
    """Give the limit that a condition compares a counter of the loop with: alone, or `joined` with others."""
    match test:
        case ast.Compare(left, [ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE() | ast.Eq() | ast.NotEq()], [right]):
            for counter, other in ((left, right), (right, left)):
                if _counts(script, place, counter) and not _counts(script, place, other):
                    return Count(place.document, other)
        case ast.BoolOp(operator, parts) if isinstance(operator, joined):
            found = [count for part in parts if (count := limit(script, place, part, joined)) is not None]
            return found[0] if len(found) == 1 else None
    return None


def _counts(script: Script, place: Place, node: ast.expr) -> bool:
    """Say whether an expression has a counter of the loop in it."""
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return bool(names & counters(script, place)) and not any(isinstance(each, ast.Call) for each in ast.walk(node))


def counters(script: Script, place: Place) -> set[str]:
    """Give the names that a loop counts with: added to in each turn, or the index of an `enumerate` or `range`."""
    found: set[str] = set()
    for node in ast.walk(place.node):
        match node:
            case ast.AugAssign(ast.Name(name), ast.Add()):
                found.add(name)
            case ast.Assign([ast.Name(name)], ast.BinOp(ast.Name(other), ast.Add(), ast.Constant())) if name == other:
                found.add(name)
    if isinstance(place.node, ast.For):
        call = script.call(place.node.iter)
        match place.node.target:
            case ast.Name(name) if range_counts(script, place) or kind_of(script, place.node.iter) is Kind.COUNTER:
                found.add(name)
            case ast.Tuple([ast.Name(name), _]) if call is not None and "builtins.enumerate" in call.names:
                found.add(name)
    return found


def exits(place: Place) -> Iterator[tuple[ast.If, ...]]:
    """Yield the `if`s around each way out of a loop other than its end, the outermost first."""
    yield from _exits(place.node.body, (), False)


def _exits(block: list[ast.stmt], around: tuple[ast.If, ...], inside: bool) -> Iterator[tuple[ast.If, ...]]:
    for statement in block:
        match statement:
            case ast.Break() if not inside:
                yield around
            case ast.Return():
                yield around
            case ast.If(_, body, orelse):
                yield from _exits(body, (*around, statement), inside)
                yield from _exits(orelse, (*around, statement), inside)
            case ast.For(body=body, orelse=orelse) | ast.While(body=body, orelse=orelse):
                yield from _exits(body, around, True)
                yield from _exits(orelse, around, inside)
            case ast.With(body=body):
                yield from _exits(body, around, inside)
            case ast.Try(body=body, orelse=orelse, finalbody=final):
                yield from _exits([*body, *orelse, *final], around, inside)
