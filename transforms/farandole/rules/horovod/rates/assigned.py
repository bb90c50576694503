"""The rates that a script sets while it trains: of its own, or computed from the one that the optimizer has."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from farandole.analysis.answers import answered_once
from farandole.analysis.def_use import Assignment
from farandole.analysis.points_to.values import Class, Unknown
from farandole.analysis.slicing import Slice
from farandole.frameworks.horovod.rate_changes import RATE_ATTRIBUTES, SETTERS, set_by_text
from farandole.frameworks.lookup import classes
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.callbacks import is_in_idle_callback, is_optimizer
from farandole.frameworks.tensorflow.tallies import runs_beside_steps
from farandole.rules.horovod.division.repeats import around_repeats
from farandole.rules.horovod.rates.places import Form, Hidden, Place, of_rate
from farandole.source import Document

HYPERPARAMETERS = RATE_ATTRIBUTES | {"momentum", "weight_decay", "beta_1", "beta_2", "rho"}
"""The attributes of optimizers that a script may give other values while it trains."""

_ASKED_OF_OPTIMIZERS = frozenset({"get_config", "_get_hyper", "_decayed_lr"})


def assigned(script: Script, document: Document) -> Iterator[Place | Hidden]:
    """Yield the absolute rates that a file assigns to an optimizer while it trains."""
    for owner, value in settings(script, document):
        yield from _set_to(script, document, owner, value)


@answered_once
def from_first(script: Script, document: Document) -> tuple[ast.expr, ...]:
    """Give the rates that a file computes from the one that an optimizer had before its steps: that stays what it was."""
    set_to = settings(script, document)
    return tuple(value for owner, value in set_to if _is_from_first(script, document, value, owner))


def _is_from_first(script: Script, document: Document, value: ast.expr, optimizer: ast.expr) -> bool:
    """Say whether a rate is computed from one that was read where no step passes, and never from one that it was itself."""
    origins = _origins(script, script.slices.of(document, value), value, optimizer)
    rated = _rated(origins)
    if value not in rated or any(origins[node].is_rate and _is_with_steps(script, node) for node in rated):
        return False
    try:
        TopologicalSorter({node: rated.intersection(origins[node].others) for node in rated}).prepare()
    except CycleError:
        return False
    return True


def _is_with_steps(script: Script, node: ast.AST) -> bool:
    """Say whether a node stands where each step of some training passes."""
    document = script.home(node)
    return document is not None and any(
        runs_beside_steps(script, each, document, node, around_repeats(script, each)) for each in script.trainings
    )


def factors(script: Script, document: Document) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    """Yield the rates that a file computes from the one before, each with the factor between the two.

    None stands for a factor where the new rate is no product of the one before, and no quotient.
    """
    for owner, value in settings(script, document):
        if value in from_first(script, document):
            continue
        given = _given(script, document, value)

        def is_rated(node: ast.expr, optimizer: ast.expr = owner) -> bool:
            return True in _ways(script, script.slices.of(document, node), node, optimizer)

        match given:
            case ast.BinOp(left, ast.Mult(), right) if is_rated(left) != is_rated(right):
                yield value, right if is_rated(left) else left
            case ast.BinOp(left, ast.Div(), right) if is_rated(left) and not is_rated(right):
                yield value, right
            case _ if is_rated(value):
                yield value, None


@answered_once
def settings(script: Script, document: Document) -> tuple[tuple[ast.expr, ast.expr], ...]:
    """Give the optimizers that a file gives another rate, each with what it is."""
    given = hyperparameters(script, document)
    return tuple((owner, value) for owner, attribute, value in given if attribute in RATE_ATTRIBUTES)


@answered_once
def hyperparameters(script: Script, document: Document) -> tuple[tuple[ast.expr, str, ast.expr], ...]:
    """Give the optimizers that a file gives another hyperparameter, each with the attribute and what it is.

    A callback that is made and given to no training gives none.
    """
    found = []
    for node in document.nodes(ast.Assign, ast.Call):
        told = _set_attribute(script, document, node)
        if told is None:
            continue
        owner, attribute, value = told
        given = attribute in HYPERPARAMETERS and is_optimizer(script, owner) and not _is_self(document, owner)
        if given and not is_in_idle_callback(script, document, node):
            found.append((owner, attribute, value))
    return tuple(found)


def _set_attribute(script: Script, document: Document, node: ast.AST) -> tuple[ast.expr, str, ast.expr] | None:
    """Give the owner of an attribute that a statement or call may set, the attribute's name, and what it sets it to."""
    match node:
        case ast.Assign(targets=[ast.Attribute(value=owner, attr=attribute)], value=value):
            return owner, attribute, value
        case ast.Call() if (told := set_by_text(node)) is not None:
            return told
        case ast.Call(args=[target, value]) if _sets_value(script, node):
            pass
        case ast.Call(func=function, args=[value, *_]):
            match script.slices.alias(document, function):
                case ast.Attribute(target, "assign" | "load" | "set_value"):
                    pass
                case _:
                    return None
        case _:
            return None
    match script.slices.alias(document, target):
        case ast.Attribute(value=owner, attr=attribute):
            return owner, attribute, value
    return None


def read_of_optimizer(script: Script, document: Document, node: ast.AST) -> bool | None:
    """Say whether an expression reads the rate that an optimizer has; None where what is called so may be another thing."""
    return isinstance(getattr(node, "ctx", None), ast.Load) and is_of_optimizer(script, document, node)


def is_of_optimizer(script: Script, document: Document, node: ast.AST) -> bool | None:
    """Say whether an expression is the rate of an optimizer; None where what is called so may be another thing."""
    if not isinstance(node, ast.Attribute) or node.attr not in RATE_ATTRIBUTES:
        return False
    found = _may_be_optimizer(script, document, node.value)
    is_called_so = isinstance(node.value, ast.Attribute) and node.value.attr == "optimizer"
    return found if found is not None or is_called_so else False


def unless_read(script: Script, place: Place | Hidden) -> Place | Hidden:
    """Give a place, or say that its rate may be one that is read of an optimizer: that of a kept model has grown already."""
    if isinstance(place, Hidden) or place.form is not Form.RATE:
        return place
    for each in script.slices.of(place.document, place.node):
        document = script.home(each)
        if isinstance(each, ast.expr) and document is not None and read_of_optimizer(script, document, each):
            where = document.place_of(each, place.document)
            reason = f"`{ast.unparse(each)}` in {where} is read of an optimizer, whose rate may have grown already"
            return Hidden(place.document, place.node, reason)
    return place


def _sets_value(script: Script, node: ast.Call) -> bool:
    call = script.call(node)
    return call is not None and not call.names.isdisjoint(SETTERS)


def _set_to(script: Script, document: Document, optimizer: ast.expr, value: ast.expr) -> Iterator[Place | Hidden]:
    """Yield a rate that is set, unless it comes from the one before; one of which that is not known can't be seen."""
    given = _given(script, document, value)
    read = list(_owners(script, document, given))
    before = [_has_rate(script, document, owner, optimizer) for owner in read]
    if isinstance(given, ast.Call) and any(before):
        call = script.call(given)
        if (call is None or call.functions or not call.names) and not _asks(given):
            yield Hidden(document, value, f"`{ast.unparse(given.func)}` may give the rate before or another one")
        return
    ways = _ways(script, script.slices.of(document, value), value, optimizer)
    if ways == {True, False}:
        reason = f"some of what `{ast.unparse(value)}` may be comes from the rate before, and some does not"
        yield Hidden(document, value, reason)
    elif True in ways:
        return
    elif None in before:
        owner = ast.unparse(read[before.index(None)])
        yield Hidden(document, value, f"`{owner}` may be an optimizer, which has the rate before, or hold another rate")
    elif any(script.role_of(each) == "schedule" for each in script.values(value)):
        yield from of_rate(script, document, value)
    else:
        yield Place(document, value, Form.RATE)


@dataclass(frozen=True)
class _Origin:
    """What a value comes from: it is a rate that an optimizer has, one of other values, or computed from all of them."""

    is_rate: bool
    others: Sequence[ast.AST]
    is_choice: bool


def _ways(script: Script, found: Slice, node: ast.AST, optimizer: ast.expr) -> set[bool]:
    """Say on which ways a value is computed from the rate that an optimizer has: always, never, or both.

    A loop leads back to where a value comes from, so that both are asked of all values together.
    """
    origins = _origins(script, found, node, optimizer)
    rated = _rated(origins)

    def is_other(origin: _Origin, known: Set[ast.AST]) -> bool:
        if origin.is_rate or not origin.others:
            return not origin.is_rate
        other = [each in known for each in origin.others]
        return any(other) and (origin.is_choice or all(each in known or each not in rated for each in origin.others))

    return {way for way, nodes in ((True, rated), (False, _all_that(origins, is_other))) if node in nodes}


def _origins(script: Script, found: Slice, node: ast.AST, optimizer: ast.expr) -> Mapping[ast.AST, _Origin]:
    """Give what a value comes from, and what that comes from."""
    origins: dict[ast.AST, _Origin] = {}
    ahead = [node]
    while ahead:
        each = ahead.pop()
        if each not in origins:
            origins[each] = _origin(script, found, each, optimizer)
            ahead.extend(origins[each].others)
    return origins


def _rated(origins: Mapping[ast.AST, _Origin]) -> frozenset[ast.AST]:
    """Give the values that are computed from the rate of an optimizer, or may be."""
    return _all_that(origins, lambda origin, known: origin.is_rate or any(each in known for each in origin.others))


def _all_that(origins: Mapping[ast.AST, _Origin], holds: Callable[[_Origin, Set[ast.AST]], bool]) -> frozenset[ast.AST]:
    """Give the values of which something holds by what they come from, as far as that is founded on other values."""
    known: set[ast.AST] = set()
    while more := {each for each, origin in origins.items() if each not in known and holds(origin, known)}:
        known |= more
    return frozenset(known)


def _origin(script: Script, found: Slice, node: ast.AST, optimizer: ast.expr) -> _Origin:
    """Tell what a value in a slice comes from."""
    document = script.home(node)
    match node:
        case ast.Attribute(value=owner, attr=attribute, ctx=ast.Load()) if attribute in RATE_ATTRIBUTES:
            if document is not None and _has_rate(script, document, owner, optimizer):
                return _Origin(True, (), False)
        case ast.Call(func=ast.Attribute(value=owner)) if _asks(node):
            if document is not None and _has_rate(script, document, owner, optimizer):
                return _Origin(True, (), False)
        case ast.IfExp(_, body, orelse):
            return _Origin(False, (body, orelse), True)
        case ast.Constant(0):  # it stays what it is, whatever rates are multiplied by, and tells nothing of the others
            return _Origin(False, (node,), True)
    before = _held_before(script, node, tuple(found.before.get(node, ())))
    stored = [each for each in before if isinstance(getattr(each, "ctx", None), ast.Store)]
    if stored:
        given = before if isinstance(node, ast.Name) else stored
        return _Origin(False, [each for each in given if _may_hold(script, node, each)], True)
    call = script.call(node) if isinstance(node, ast.Call) else None
    return _Origin(False, before, isinstance(node, ast.Name) or (call is not None and bool(call.functions)))


def _held_before(script: Script, node: ast.AST, before: tuple[ast.AST, ...]) -> tuple[ast.AST, ...]:
    """Give what a value comes from; of one that an assignment changes, `rate *= 0.5`, what tells is what it was before."""
    definition = script.def_use.of_target.get(node) if isinstance(node, ast.expr) else None
    if isinstance(definition, Assignment) and isinstance(definition.by, ast.AugAssign):
        return tuple(each for each in before if each is not definition.value)
    return before


def _may_hold(script: Script, read: ast.AST, target: ast.AST) -> bool:
    """Say whether what is read may be what is assigned: no attribute of `self` in a class that has none of it."""
    match read, target:
        case ast.Attribute(value=ast.Name("self")), ast.Attribute(value=ast.Name("self")):
            first, second = _class_around(script, read), _class_around(script, target)
            if first is not None and second is not None:
                return first in script.flow.mro(second) or second in script.flow.mro(first)
    return True


def _class_around(script: Script, node: ast.AST) -> Class | None:
    document = script.home(node)
    around = (
        next((each for each in document.ancestors(node) if isinstance(each, ast.ClassDef)), None) if document else None
    )
    return next((each for each in classes(script) if each.site.node is around), None)


def _given(script: Script, document: Document, node: ast.expr) -> ast.expr:
    """Give what a name stands for, where its function assigns it once, or the expression itself."""
    function = script.function(document, node)
    if not isinstance(node, ast.Name) or function is None:
        return node
    found = [
        each.value
        for each in script.def_use.assigned_in(document, function, (ast.Assign,))
        if isinstance(each.target, ast.Name)
        and each.target.id == node.id
        and isinstance(document.parent(each.target), ast.Assign)
        and document.scope(each.target) is function
    ]
    return found[0] if len(found) == 1 else node


def _owners(script: Script, document: Document, node: ast.expr) -> Iterator[ast.expr]:
    """Yield what an expression reads rates of, itself or by a name of its function: optimizers, options or others."""
    for each in ast.walk(node):
        read = _given(script, document, each) if isinstance(each, ast.Name) else each
        for part in ast.walk(read):
            match part:
                case ast.Attribute(value=owner, attr=attribute) if attribute in RATE_ATTRIBUTES:
                    yield owner
                case ast.Call(func=ast.Attribute(value=owner)) if _asks(part):
                    yield owner


def _asks(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and node.func.attr in _ASKED_OF_OPTIMIZERS


def _has_rate(script: Script, document: Document, owner: ast.expr, optimizer: ast.expr) -> bool | None:
    """Say whether what a rate is read of is an optimizer; None where that is not known."""
    return ast.dump(owner) == ast.dump(optimizer) or _may_be_optimizer(script, document, owner)


def _may_be_optimizer(script: Script, document: Document, node: ast.expr) -> bool | None:
    """Say whether an expression is an optimizer; None where that is not known."""
    if is_optimizer(script, node):
        return True
    values = script.values(node)
    return False if values and not any(isinstance(value, Unknown) for value in values) else None


def _is_self(document: Document, node: ast.expr) -> bool:
    """Say whether a name is the instance in a method: an optimizer's own class keeps the rate that it was given."""
    method = next((each for each in document.ancestors(node) if isinstance(each, ast.FunctionDef)), None)
    if method is None or not isinstance(document.parent(method), ast.ClassDef):
        return False
    return isinstance(node, ast.Name) and any(node.id == each.arg for each in method.args.args[:1])
