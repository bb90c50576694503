"""Calls of the project's functions: arguments flow into parameters, what is returned flows out."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from farandole.analysis.nodes import own_nodes
from farandole.analysis.points_to.flow import Flow
from farandole.analysis.points_to.lattice import NOTHING, Values, join, one
from farandole.analysis.points_to.relations import ANY, Elements, Parameter, Result, Yielded
from farandole.analysis.points_to.values import Bound, Class, Container, Function, Instance, Library, Site
from farandole.analysis.scopes import FunctionNode, Scope, positional
from farandole.source.binding import stored_among

GENERATOR = Library("generator()")


@dataclass(frozen=True)
class Arguments:
    """What a call passes: by position, by keyword, and to any of the other parameters (`*args`, `**kwargs`)."""

    positional: tuple[Values, ...] = ()
    keywords: Mapping[str, Values] = field(default_factory=dict)
    spread: Values = NOTHING

    @property
    def first(self) -> Values:
        """The first argument by position."""
        return self.positional[0] if self.positional else NOTHING

    @property
    def every(self) -> Values:
        """All that is passed."""
        return join([*self.positional, *self.keywords.values(), self.spread])

    def after(self, receiver: Values) -> Arguments:
        """Give the arguments with a receiver before them."""
        return Arguments((receiver, *self.positional), self.keywords, self.spread)


NO_ARGUMENTS = Arguments()


def call_function(flow: Flow, function: Function, arguments: Arguments, site: Site) -> Values:
    """Call a function of the project, and give what it returns."""
    node = function.site.node
    assert isinstance(node, FunctionNode)
    if node not in flow.scopes:
        return NOTHING
    flow.callers[node][site] = None
    _pass(flow, function, arguments, site)
    if node in flow.generators:
        flow.fill(Elements(site.node), flow.ask(Yielded(node)), site)
        return one(Instance(site, GENERATOR))
    return _of_call(flow, node, arguments, flow.ask(Result(node)))


def _of_call(flow: Flow, node: FunctionNode, given: Arguments, result: Values) -> Values:
    """Give what a call gives: of the functions that others pass, and get back as they are or wrapped, none."""
    if not any(isinstance(each, Function | Bound) for each in result):
        return result
    if node not in flow.handed_back:
        flow.handed_back[node] = _handed_back(node)
    name = flow.handed_back[node]
    if not name or given.spread:
        return result
    names = [parameter.arg for parameter in positional(node)]
    passed = dict(zip(names, given.positional, strict=False)) | dict(given.keywords)
    others = flow.ask(Parameter(node, name)) - passed[name] if name in passed else NOTHING
    return Values(each for each in result if each not in others or not isinstance(each, Function | Bound))


def _handed_back(node: FunctionNode) -> str:
    """Give the parameter that a function returns, as it is or given to a call, wherever it returns; else nothing."""
    nodes = list(own_nodes(node))
    stored = stored_among(nodes)
    named: set[str] = set()
    for each in nodes:
        match each:
            case ast.Return(ast.Name(name)) | ast.Return(ast.Call(_, [ast.Name(name)], [])):
                named.add(name)
            case ast.Return():
                return ""
    parameters = {each.arg for each in positional(node)} - stored
    return next(iter(named)) if len(named) == 1 and named <= parameters else ""


def _pass(flow: Flow, function: Function, given: Arguments, site: Site) -> None:
    node = function.site.node
    assert isinstance(node, FunctionNode)
    signature = node.args
    names = [parameter.arg for parameter in positional(node)]
    keyword_only = [parameter.arg for parameter in signature.kwonlyargs]
    for name, values in zip(names, given.positional, strict=False):
        flow.fill(Parameter(node, name), values, site)
    for name in (*names[len(given.positional) :], *keyword_only):
        if name not in given.keywords:
            flow.leave_out(Parameter(node, name))
    rest = Container(flow.site(function.site.module, signature.vararg)) if signature.vararg is not None else None
    others = Container(flow.site(function.site.module, signature.kwarg)) if signature.kwarg is not None else None
    if rest is not None:
        for position, values in enumerate(given.positional[len(names) :]):
            flow.put(rest, position, values)
    for keyword, values in given.keywords.items():
        if keyword in names or keyword in keyword_only:
            flow.fill(Parameter(node, keyword), values, site)
        elif others is not None:
            flow.put(others, keyword, values)
    if given.spread:
        for name in (*names[len(given.positional) :], *keyword_only):
            flow.fill(Parameter(node, name), given.spread, site)
        for container in (rest, others):
            if container is not None:
                flow.put(container, ANY, given.spread)


def is_method(scope: Scope) -> bool:
    """Say whether a function stands directly in a class."""
    return scope.parent is not None and isinstance(scope.parent.node, ast.ClassDef)


def decorator_names(node: ast.AST) -> frozenset[str]:
    """Give the last names of a function's decorators (`staticmethod`, `property`)."""
    return frozenset(
        name for each in getattr(node, "decorator_list", ()) for name in [_last_name(each)] if name is not None
    )


def is_property(node: ast.AST) -> bool:
    """Say whether a function computes an attribute: one that is decorated as a property."""
    return not decorator_names(node).isdisjoint({"property", "cached_property"})


def _last_name(decorator: ast.expr) -> str | None:
    match decorator:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
    return None


def receiver_of(method: ast.AST, owner: Class) -> Values:
    """Give what the first parameter of a method of a class stands for whoever calls it."""
    kinds = decorator_names(method)
    if "staticmethod" in kinds:
        return NOTHING
    if "classmethod" in kinds or getattr(method, "name", "") in ("__new__", "__init_subclass__", "__class_getitem__"):
        return one(owner)
    return one(Instance(owner.site, owner))


def escape(flow: Flow, values: Values) -> None:
    """Note that functions among some values may be called by what is not read."""
    for value in values:
        match value:
            case Function(site) | Bound(_, Function(site)):
                flow.escaped[site.node] = None
