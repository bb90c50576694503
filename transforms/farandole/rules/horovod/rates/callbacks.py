"""The rates that a callback sets: what the function gives that it calls in each epoch."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from farandole.analysis.access_paths import is_plain
from farandole.analysis.answers import answered_once
from farandole.analysis.def_use import DefUse
from farandole.analysis.points_to.values import Bound, Class, Function, Instance, Site, Value
from farandole.analysis.program import PARTIAL, Call
from farandole.analysis.reaching import is_overwritten
from farandole.analysis.scopes import FunctionNode, positional
from farandole.analysis.slicing import methods_of
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.optimizers import calls_above, methods
from farandole.rules.horovod.rates.assigned import read_of_optimizer
from farandole.rules.horovod.rates.places import Form, Hidden, Place, called_function, returned_rates
from farandole.source import Document
from farandole.source.binding import names_in


def of_callback(script: Script, creation: Call) -> Iterator[Place | Hidden]:
    """Yield the places of the absolute rates that a callback such as `LearningRateScheduler` sets.

    What its function computes from the rate before, its second argument or what it reads of the optimizer, is relative,
    and stays. A schedule of a library is called with the epoch, and keeps nothing.
    """
    argument = creation.argument("schedule")
    if argument is None:
        yield from (place for handing in _handing_on(script, creation) for place in of_callback(script, handing))
        return
    if script.must_have_role(argument, "schedule"):
        yield Place(creation.document, argument, Form.EPOCH_FUNCTION)
        return
    functions = list(dict.fromkeys(_schedules(script, creation.document, argument)))
    if not functions:
        yield Hidden(creation.document, argument, "the function that sets the learning rate is not found")
        return
    returned = [_by_kind(script, site, rate) for site, rate in functions]
    if not any(kinds.absolute or kinds.unclear for kinds in returned):
        return
    if not any(kinds.relative or kinds.unclear for kinds in returned):
        if isinstance(argument, ast.Lambda):
            yield from returned_rates(creation.document, argument)
        else:
            before = {"rate" if rate else "" for _, rate in functions}
            if len(before) > 1:
                yield Hidden(creation.document, argument, "some of its functions get the rate before, and some do not")
            else:
                yield Place(creation.document, argument, Form.EPOCH_FUNCTION, *before)
        return
    for (site, _), kinds in zip(functions, returned, strict=True):
        document = site.module.document
        assert isinstance(site.node, FunctionNode)
        only = not isinstance(argument, ast.Lambda) and not script.callers(site.node) and site.module.own
        if kinds.unclear or not only:
            node = kinds.unclear[0] if kinds.unclear else argument
            where = document if kinds.unclear else creation.document
            yield Hidden(where, node, "some of what its function gives comes from the rate before, and some does not")
        else:
            yield from (Place(document, node, Form.RATE) for node in kinds.absolute)


def _handing_on(script: Script, creation: Call) -> Iterator[Call]:
    """Yield the calls by which the initialisers of a project's callback run the library's, as those that create it."""
    owners = [value.of for value in script.values(creation.node) if isinstance(value, Instance)]
    own = [methods(script, each).get("__init__") for each in owners if isinstance(each, Class)]
    for call in (call for each in own if each is not None for call in calls_above(script, each)):
        yield replace(call, names=creation.names, entry=creation.entry, initialiser=None)


@answered_once
def rates_before(script: Script) -> frozenset[tuple[ast.AST, str]]:
    """Give the functions that callbacks get the rate from, each with its parameter for the rate before."""
    made = [each for call in script.calls_with("sets-rate") for each in (call, *_handing_on(script, call))]
    given = ((each.document, each.argument("schedule")) for each in made)
    found = (pair for document, each in given if each is not None for pair in _schedules(script, document, each))
    return frozenset((site.node, rate) for site, rate in found if rate)


@dataclass(frozen=True)
class _Returned:
    """What a schedule returns: expressions without the rate before, with it, and such as have it on some ways only."""

    absolute: tuple[ast.expr, ...]
    relative: tuple[ast.expr, ...]
    unclear: tuple[ast.expr, ...]


def _by_kind(script: Script, site: Site, rate: str) -> _Returned:
    """Tell the results of a schedule apart by whether they are computed from the rate before.

    That is its parameter `rate`, or the one that an optimizer has.
    """
    assert isinstance(site.node, FunctionNode)
    document = site.module.document
    results = [place.node for place in returned_rates(document, site.node)]
    definitions = script.def_use if site.module.own else DefUse.of([document], script.flow.scopes)
    assigned: dict[str, list[ast.expr]] = {}
    changed = []
    for each in definitions.assigned_in(document, site.node):
        if isinstance(each.target, ast.Name) and document.scope(each.target) is site.node:
            changes = isinstance(each.by, ast.AugAssign)  # what it was before is in what it is then
            assigned.setdefault(each.target.id, []).append(each.target if changes else each.value)
            changed += [each] if each.target.id == rate else []

    def before(node: ast.AST) -> set[bool]:
        """Say whether a name or attribute is the rate before; both where that is not known."""
        if isinstance(node, ast.Name):
            return {node.id == rate and not is_overwritten(document, node, site.node, changed)}
        read = read_of_optimizer(script, document, node)
        return {True, False} if read is None else {read}

    absolute: list[ast.expr] = []
    relative: list[ast.expr] = []
    unclear: list[ast.expr] = []
    for node in results:
        ways = _has(node, before, assigned, frozenset())
        (unclear if len(ways) > 1 else relative if True in ways else absolute).append(node)
    return _Returned(tuple(absolute), tuple(relative), tuple(unclear))


def _has(
    node: ast.expr,
    before: Callable[[ast.AST], set[bool]],
    assigned: Mapping[str, list[ast.expr]],
    seen: frozenset[str],
) -> set[bool]:
    """Say on which ways an expression is computed from the rate before: always, never, or both; a ring says nothing."""
    match node:
        case ast.IfExp(_, body, orelse):
            return _has(body, before, assigned, seen) | _has(orelse, before, assigned, seen)
        case ast.Name(name):
            own = before(node) if True in before(node) or name not in assigned else set[bool]()
            values = () if name in seen else assigned.get(name, ())
            return own.union(*(_has(value, before, assigned, seen | {name}) for value in values))
    inner = [_has(child, before, assigned, seen) for child in ast.walk(node) if isinstance(child, ast.Name)]
    inner += [ways for child in ast.walk(node) if isinstance(child, ast.Attribute) and True in (ways := before(child))]
    if {True} in inner:
        return {True}
    if any(isinstance(child, ast.Name) and child.id in seen for child in ast.walk(node)):
        return set()  # as what goes round in the ring
    return set[bool]().union(*inner) or ({False} if not inner else set())


def _schedules(script: Script, document: Document, argument: ast.expr) -> Iterator[tuple[Site, str]]:
    """Yield the functions that set rates, each with the parameter by which it gets the rate before, empty without one."""
    for value in script.values(argument):
        found = _schedule(script, argument, value)
        if found is not None:
            site, names = found
            for left in _left_to_give(script, document, argument, site, names):
                yield site, left[1] if len(left) > 1 else ""


def _schedule(script: Script, argument: ast.expr, value: Value) -> tuple[Site, tuple[str, ...]] | None:
    """Give a function that sets rates, and the parameters that it is called with."""
    if isinstance(value, Instance) and isinstance(value.of, Class):
        called = called_function(script, value.of)
        if called is not None and (is_plain(argument) or _keeps_nothing(script, value.of, called.node)):
            value = Function(called)
    match value:
        case Function(site) | Bound(_, Function(site)) if isinstance(site.node, FunctionNode):
            names = tuple(each.arg for each in positional(site.node))
            return site, names[1:] if isinstance(value, Bound) or names[:1] == ("self",) else names
    return None


def _left_to_give(
    script: Script, document: Document, argument: ast.expr, site: Site, names: tuple[str, ...]
) -> Iterator[tuple[str, ...]]:
    """Yield which parameters are left to give, where calls of `functools.partial` give some of them before."""
    partials = {call.node: None for call in script.calls_to(PARTIAL) if _gives(script, call.node, site)}
    within = script.slices.of(document, argument)
    name = getattr(site.node, "name", None)

    def is_function(node: ast.AST) -> bool:
        match node:
            case ast.Name(read, ast.Load()) | ast.Attribute(attr=read, ctx=ast.Load()) if read == name:
                return not any(
                    isinstance(getattr(each, "ctx", None), ast.Store) for each in within.before.get(node, ())
                )
        return node is site.node

    found = within.nearest([argument], lambda node: node in partials or is_function(node))
    for call in (each for each in partials if each in found or not found):
        named = {keyword.arg for keyword in call.keywords}
        yield tuple(name for name in names[len(call.args) - 1 :] if name not in named)
    if not partials or found - partials.keys():
        yield names


def _gives(script: Script, node: ast.expr, site: Site) -> bool:
    """Say whether an expression gives a function, or a method that it is."""
    return Function(site) in {value.member if isinstance(value, Bound) else value for value in script.values(node)}


def _keeps_nothing(script: Script, owner: Class, function: ast.AST, seen: frozenset[ast.AST] = frozenset()) -> bool:
    """Say whether what a method gives never depends on calls before it: it sets nothing, nor do methods that it calls."""
    for node in ast.walk(function):
        match node:
            case ast.Attribute(ctx=ast.Store() | ast.Del()) | ast.Subscript(ctx=ast.Store() | ast.Del()):
                return False
            case ast.Call(ast.Attribute(ast.Name("self"), name)):
                called = [each for each in methods_of(script, owner, (name,)) if each not in seen]
                known = any(methods_of(script, owner, (name,)))
                if not known or not all(_keeps_nothing(script, owner, each, seen | {function}) for each in called):
                    return False
            case ast.Call(func) if "self" in names_in(func):
                return False
    return True
