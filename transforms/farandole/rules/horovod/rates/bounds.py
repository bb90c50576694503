"""The numbers that a rate of an optimizer is held against: floors, ends and thresholds, which grow as the rate does."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial

from farandole.analysis.answers import answered_once
from farandole.analysis.def_use import Assignment
from farandole.analysis.slicing import argument_for
from farandole.frameworks.script import Script
from farandole.rules.horovod.rates.assigned import is_of_optimizer, read_of_optimizer
from farandole.rules.horovod.rates.callbacks import rates_before
from farandole.rules.horovod.rates.places import Form, Place
from farandole.source import Document

_CHOOSING = frozenset(
    {f"builtins.{name}" for name in ("max", "min")}
    | {f"numpy.{name}" for name in ("maximum", "minimum", "fmax", "fmin", "max", "min", "amax", "amin", "clip")}
    | {f"tensorflow.{name}" for name in ("maximum", "minimum", "math.maximum", "math.minimum", "clip_by_value")}
    | {f"tensorflow.keras.backend.{name}" for name in ("maximum", "minimum", "clip")}
)
"""What gives one of its arguments."""

_CONVERTING = frozenset(
    {"builtins.float", "tensorflow.cast", "tensorflow.identity", "tensorflow.convert_to_tensor", "tensorflow.constant"}
    | {f"tensorflow.keras.backend.{name}" for name in ("get_value", "eval", "cast", "cast_to_floatx")}
    | {f"numpy.{name}" for name in ("float32", "float64", "asarray", "array")}
)
"""What gives its first argument, as another type."""

_READING = frozenset({"numpy", "read_value", "value", "eval", "item"})
_ORDERING = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_ADDING = frozenset({"assign_add", "assign_sub"})


class _Kind(Enum):
    RATE = "in proportion to the rate that an optimizer has"
    NUMBER = "computed from no such rate"
    RING = "what it was before"
    UNKNOWN = "one on some ways, or computed from it otherwise"


def bounds(script: Script, document: Document) -> Iterator[Place]:
    """Yield the numbers of a file that the rate of an optimizer is compared with, limited by, or changed by."""
    for node in document.nodes(ast.Call, ast.Compare, ast.BinOp, ast.AugAssign) if _has_rates(script) else ():
        beside = _beside(script, node)
        kinds = [_kind(script, document, each) for each in beside]
        if _Kind.RATE in kinds:
            for each, kind in zip(beside, kinds, strict=True):
                if kind is _Kind.NUMBER and not _says_nothing(script, each):
                    yield Place(document, each, Form.RATE)


def given_bounds(script: Script) -> Iterator[Place]:
    """Yield the rates that a callback or optimizer of a library is given as the smallest one that it sets."""
    for call in script.calls:
        names = call.entry.facts.get("rates") if call.entry is not None and call.entry.role != "schedule" else None
        for name in names if isinstance(names, tuple | list) else ():
            place = call.placed(str(name))
            if place is not None and not _says_nothing(script, place[1]):
                yield Place(*place, Form.RATE)


def _beside(script: Script, node: ast.AST) -> Sequence[ast.expr]:
    """Give the expressions of which each is a rate where one of them is: sides of a comparison or a sum, say."""
    match node:
        case ast.Compare(left, operators, comparators) if all(isinstance(each, _ORDERING) for each in operators):
            return [left, *comparators]
        case ast.BinOp(left, ast.Add() | ast.Sub(), right):
            return [left, right]
        case ast.AugAssign(ast.Name() | ast.Attribute() as target, ast.Add() | ast.Sub(), value):
            return [target, value]
        case ast.Call(ast.Attribute(owner, attribute), [value, *_]) if attribute in _ADDING:
            return [owner, value]
        case ast.Call():
            return _chosen(script, node)
    return []


def _chosen(script: Script, node: ast.Call) -> Sequence[ast.expr]:
    """Give the arguments of which a call gives one, empty for other calls."""
    call = script.call(node)
    if call is None or not call.names or not call.names <= _CHOOSING:
        return []
    match node.args:
        case [ast.List(given) | ast.Tuple(given)]:
            return given
    return call.arguments


def _says_nothing(script: Script, node: ast.expr) -> bool:
    """Say whether a number is none that grows: zero, which stays, or what is no number."""
    constants = script.constants(node)
    return bool(constants) and all(isinstance(each, str | bytes | bool) or not each for each in constants)


@dataclass(frozen=True)
class _Equation:
    """What the kind of an expression follows from: the kinds of others, and how."""

    of: Sequence[tuple[Document, ast.expr]]
    together: Callable[[Sequence[_Kind]], _Kind]


@answered_once
def _kinds(script: Script) -> dict[ast.AST, _Kind]:
    """Give the kinds that have been found so far."""
    return {}


def _kind(script: Script, document: Document, node: ast.expr) -> _Kind:
    """Tell how an expression depends on the rate that an optimizer has.

    A loop leads back to where a value comes from, so that the kinds of all that it is computed from are found together.
    """
    known = _kinds(script)
    equations: dict[ast.AST, _Equation] = {}
    pending = [(document, node)]
    while pending:
        where, each = pending.pop()
        if each not in known and each not in equations:
            equations[each] = _equation(script, where, each)
            pending.extend(equations[each].of)
    found: dict[ast.AST, _Kind] = dict.fromkeys(equations, _Kind.RING)
    changed = bool(found)
    while changed:
        now = {
            each: equation.together([known.get(one) or found[one] for _, one in equation.of])
            for each, equation in equations.items()
        }
        changed, found = now != found, now
    known.update(found)
    return known[node]


def _equation(script: Script, document: Document, node: ast.expr) -> _Equation:  # noqa: PLR0911
    def constant(kind: _Kind) -> _Equation:
        return _Equation((), lambda _: kind)

    def of(together: Callable[[Sequence[_Kind]], _Kind], *parts: ast.expr) -> _Equation:
        return _Equation([(document, part) for part in parts], together)

    match node:
        case ast.Attribute() if (found := is_of_optimizer(script, document, node)) is not False:
            return constant(_Kind.RATE if found else _Kind.UNKNOWN)
        case ast.Name(ctx=ast.Store()) | ast.Attribute(ctx=ast.Store()):
            return _changed(script, document, node)
        case ast.Name() | ast.Attribute():
            return _held(script, document, node)
        case ast.BinOp(left, operator, right):
            return of(partial(_computed, operator), left, right)
        case ast.IfExp(_, body, orelse):
            return of(_any_of, body, orelse)
        case ast.Call(ast.Attribute(owner, attribute), []) if attribute in _READING:
            return of(_any_of, owner)
        case ast.Call():
            call = script.call(node)
            if call is not None and call.names and call.names <= _CONVERTING and node.args:
                return of(_any_of, node.args[0])
            if chosen := _chosen(script, node):
                return of(partial(_computed, ast.Add()), *chosen)
    return constant(_plain(script, document, node))


def _computed(operator: ast.operator, kinds: Sequence[_Kind]) -> _Kind:
    """Give the kind of what an operator makes of some: a sum with a rate is one, as the rest of it then is."""
    found = next((each for each in (_Kind.RATE, _Kind.RING, _Kind.UNKNOWN) if each in kinds), _Kind.NUMBER)
    match operator:
        case ast.Add() | ast.Sub():
            return found
        case _ if _Kind.RING in kinds or found is _Kind.NUMBER:
            return _Kind.RING if _Kind.RING in kinds else found
        case ast.Mult() if kinds.count(_Kind.NUMBER) == len(kinds) - 1:
            return found
        case ast.Div() if kinds[1] is _Kind.NUMBER:
            return found
    return _Kind.UNKNOWN


def _any_of(kinds: Sequence[_Kind]) -> _Kind:
    """Give the kind of what is one of some."""
    found = {each for each in kinds if each is not _Kind.RING}
    return found.pop() if len(found) == 1 else _Kind.UNKNOWN if found else _Kind.RING


def _held(script: Script, document: Document, node: ast.Name | ast.Attribute) -> _Equation:
    """Say that a name or attribute holds what is assigned to it, or given for a parameter."""
    assigned = script.slices.assignments(document, node)
    passed = list(_passed(script, document, node))
    own = [_Kind.UNKNOWN] if any(each.part and not _changes(each) for each in assigned) else []
    own += [_Kind.RATE] if _is_rate_before(script, document, node) else []
    if not assigned and not passed and not own:
        own = [_plain(script, document, node)]
    return _Equation([*map(_given, assigned), *passed], lambda kinds: _any_of([*own, *kinds]))


def _changed(script: Script, document: Document, target: ast.Name | ast.Attribute) -> _Equation:
    """Say that what an assignment changes is computed from what it was before."""
    by = script.def_use.of_target.get(target)
    if not isinstance(by, Assignment) or not isinstance(by.by, ast.AugAssign):
        return _Equation((), lambda _: _Kind.UNKNOWN)
    operator = by.by.op
    before = [_given(each) for each in script.slices.changed(document, target) if each.target is not target]
    before += _passed(script, document, target)
    own = [_Kind.RATE] if _is_rate_before(script, document, target) else []
    return _Equation(
        [(document, by.value), *before],
        lambda kinds: _computed(operator, [_any_of([*own, *kinds[1:]]), kinds[0]]),
    )


def _changes(assignment: Assignment) -> bool:
    return isinstance(assignment.by, ast.AugAssign)


def _given(assignment: Assignment) -> tuple[Document, ast.expr]:
    return assignment.document, assignment.target if _changes(assignment) else assignment.value


def _passed(script: Script, document: Document, node: ast.Name | ast.Attribute) -> Iterator[tuple[Document, ast.expr]]:
    """Yield what callers give for a parameter."""
    function = script.receiving(document, node)
    if isinstance(node, ast.Name) and function is not None:
        for call in script.callers(function):
            given = argument_for(script, call, function, node.id)
            if given is not None:
                yield given


def _is_rate_before(script: Script, document: Document, node: ast.AST) -> bool:
    """Say whether a name is the parameter by which a schedule is given the rate before."""
    return isinstance(node, ast.Name) and (_function_of(script, document, node), node.id) in rates_before(script)


def _function_of(script: Script, document: Document, node: ast.AST) -> ast.AST | None:
    """Give what binds a name: a function, a module, or another scope."""
    home = script.scope(document, node).home(node.id) if isinstance(node, ast.Name) else None
    return home.node if home is not None else None


def _plain(script: Script, document: Document, node: ast.expr) -> _Kind:
    """Tell a number, which no rate of an optimizer is in, from what is computed from one in some other way."""
    for each in script.slices.of(document, node):
        home = script.home(each)
        if home is not None and (
            read_of_optimizer(script, home, each) is not False or _is_rate_before(script, home, each)
        ):
            return _Kind.UNKNOWN
    return _Kind.NUMBER


@answered_once
def _has_rates(script: Script) -> bool:
    """Say whether a script reads the rate of an optimizer at all."""
    read = ((document, each) for document in script.documents for each in document.nodes(ast.Attribute))
    return bool(rates_before(script)) or any(is_of_optimizer(script, *each) for each in read)
