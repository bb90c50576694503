"""Calls of libraries: what the catalogue says that they give, keep, iterate over and compile."""

from __future__ import annotations

import ast

from farandole.analysis.points_to.flow import Flow
from farandole.analysis.points_to.functions import Arguments, call_function, escape
from farandole.analysis.points_to.lattice import NOTHING, Values, join, one
from farandole.analysis.points_to.relations import Inputs, Member, Parameter, Sources
from farandole.analysis.points_to.storing import store
from farandole.analysis.points_to.values import (
    Bound,
    Class,
    Constant,
    Container,
    Function,
    Instance,
    Library,
    Site,
    Value,
)
from farandole.analysis.scopes import FunctionNode, positional
from farandole.catalog import Entry

LONGEST_NAME = 10
"""The most dots of a qualified name; `x = x.next` must end."""


def longer(flow: Flow, name: str, attribute: str) -> str:
    """Give the qualified name of an attribute of a library's thing."""
    if name.count(".") >= LONGEST_NAME:
        return "?"
    return flow.catalog.canonical(f"{name}.{attribute}")


def named(flow: Flow, name: str) -> Library | Constant:
    """Give what the name of a library's thing stands for: the thing, or the text that it is."""
    entry = flow.catalog.entry(name)
    text = entry.facts.get("text") if entry is not None else None
    return Constant(text) if isinstance(text, str) else Library(name)


def library_name(value: Value) -> str | None:
    """Give the qualified name of a library's thing, of the class of its object, or of a member of either."""
    match value:
        case Library(name) | Instance(_, Library(name)) | Bound(_, Library(name)):
            return name
    return None


def library_result(
    flow: Flow, name: str, receiver: Instance | Container | Class | None, arguments: Arguments, site: Site
) -> Values:
    """Call a function, method or class of a library, and give what it gives."""
    entry = flow.catalog.entry(name)
    applied = entry.facts.get("applies") if entry is not None else None
    if entry is not None and isinstance(applied, str) and receiver is not None:
        given = _argument(entry, applied, arguments)
        functions = applied_functions(given)
        if not given:
            return NOTHING  # as long as it is not known what is applied
        if functions:
            own = Arguments((one(receiver),))
            return join(call_function(flow, each, own, site) for each in functions)
    named = entry.facts.get("names-functions") if entry is not None else None
    if isinstance(named, str):
        return _name_functions(flow, named, arguments, site)
    flow.fill(Inputs(site), join([arguments.every, *([one(receiver)] if receiver else [])]), site)
    if entry is not None and entry.facts.get("traces") and arguments.positional:
        trace(flow, arguments.first)
        return arguments.first  # called by those alone who have it
    escape(flow, arguments.every)
    if entry is None:
        return one(Instance(site, Library(_class_or_result(name))))
    _pass_on(flow, entry, arguments, site)
    if entry.facts.get("stores") and isinstance(receiver, Instance):
        flow.fill(Inputs(receiver.site), join(arguments.positional), site)
    if isinstance(receiver, Instance):
        _keep(flow, entry, receiver, arguments, site)
    if entry.returns == "receiver" and receiver is not None:
        return one(receiver)
    if entry.returns == "self" and isinstance(receiver, Instance):
        return one(Instance(site, receiver.of))
    iterated = entry.facts.get("iterates")
    if isinstance(iterated, str):
        flow.fill(Sources(site), _argument(entry, iterated, arguments), site)
    identifier = entry.facts.get("identifies")
    if isinstance(identifier, str):
        given = _argument(entry, identifier, arguments)
        named = [each for value in given if (each := _identified(flow, entry, value)) is not None]
        if named and len(named) == len(given):
            return Values(Instance(site, Library(each.name)) for each in named)
    default = entry.facts.get("defaults-to")
    if isinstance(default, str):  # who makes the object may give another value
        return _argument(entry, default, arguments) | one(Instance(site, Library(_class_or_result(name))))
    wrapped = entry.facts.get("wraps")
    if isinstance(wrapped, str) and entry.kind == "function":
        kinds = {each.of: None for each in _argument(entry, wrapped, arguments) if isinstance(each, Instance)}
        if kinds:
            return Values(Instance(site, kind) for kind in kinds)
    return one(Instance(site, Library(_returned(entry, name, receiver))))


def _name_functions(flow: Flow, kind: str, arguments: Arguments, site: Site) -> Values:
    """Make functions attributes of a library's objects of a kind, under the keywords that they are given by."""
    for name, values in arguments.keywords.items():
        functions = Values(each for each in values if isinstance(each, Function | Bound))
        if functions:
            flow.fill(Member(kind, name), functions, site)
    return one(Constant(None))


def _pass_on(flow: Flow, entry: Entry, arguments: Arguments, site: Site) -> None:
    """Pass to the functions that a library is given what it calls them with."""
    match entry.facts.get("calls-with"):
        case {"function": str(called), "arguments": [*names]}:
            for value in _argument(entry, called, arguments):
                for name in names:
                    _pass(flow, value, name, _argument(entry, name, arguments), site)


def _pass(flow: Flow, called: Value, name: str, values: Values, site: Site) -> None:
    """Fill a parameter of a function that a library calls, where it has one of a name."""
    function = called.member if isinstance(called, Bound) else called
    node = function.site.node if isinstance(function, Function) else None
    own = (*positional(node), *node.args.kwonlyargs) if isinstance(node, FunctionNode) else ()
    if node is not None and values and name in {parameter.arg for parameter in own}:
        flow.fill(Parameter(node, name), values, site)
        flow.passed_by_libraries.add((node, name))


def _keep(flow: Flow, entry: Entry, receiver: Instance, arguments: Arguments, site: Site) -> None:
    """Store the objects that a method keeps as attributes; instead of names and the like, a library makes its own."""
    kept = entry.facts.get("holds")
    for parameter in kept if isinstance(kept, tuple) else ():
        objects = Values(each for each in _argument(entry, parameter, arguments) if isinstance(each, Instance))
        if objects:
            store(flow, receiver, parameter, objects, site)


def _identified(flow: Flow, entry: Entry, value: Value) -> Entry | None:
    """Give the class that a string stands for, of the role of what a function returns; None where it is not known."""
    role = flow.catalog.role(entry.returns) if entry.returns is not None else None
    return flow.catalog.identified(value.value, role) if role is not None and isinstance(value, Constant) else None


def property_of(flow: Flow, name: str, receiver: Instance, site: Site) -> Values:
    """Give what a property of a library's object gives; nothing where the catalogue knows none of that name."""
    entry = flow.catalog.entry(name)
    if entry is None or entry.kind != "property" or entry.returns is None:
        return NOTHING
    flow.fill(Inputs(site), one(receiver), site)
    return one(Instance(site, receiver.of if entry.returns == "self" else Library(entry.returns)))


def _returned(entry: Entry, name: str, receiver: object) -> str:
    if entry.returns == "self" and receiver is None:
        return name.rpartition(".")[0]
    if entry.returns is None or entry.returns in ("self", "receiver"):
        return entry.name if entry.role is not None else _class_or_result(name)
    return entry.returns


def applied_functions(values: Values) -> tuple[Function, ...]:
    """Give the named functions that a method may apply to its object; none where it may apply something else, too."""
    found = [each for each in values if isinstance(each, Function) and isinstance(each.site.node, ast.FunctionDef)]
    return tuple(found) if len(found) == len(values) else ()


def _argument(entry: Entry, parameter: str, arguments: Arguments) -> Values:
    if parameter in arguments.keywords:
        return arguments.keywords[parameter]
    position = entry.position(parameter)
    given = position is not None and position < len(arguments.positional)
    return arguments.positional[position] if given and position is not None else arguments.spread


def trace(flow: Flow, functions: Values) -> None:
    """Note that a library compiles functions into graphs."""
    for each in functions:
        match each:
            case Function(site) | Bound(_, Function(site)):
                flow.traced.add(site.node)


def traces(flow: Flow, wrappers: Values) -> bool:
    """Say whether a decorator or function compiles what it is given into a graph."""
    names = (library_name(wrapper) for wrapper in wrappers)
    entries = (flow.catalog.entry(name.removesuffix("()")) for name in names if name)
    return any(entry is not None and bool(entry.facts.get("traces")) for entry in entries)


def _class_or_result(name: str) -> str:
    """Name the class of what a library's callable gives: the class itself, or the result of a function."""
    if "()" in name:
        return "?()"
    last = name.rpartition(".")[2]
    return name if last[:1].isupper() else f"{name}()"


def opaque(name: str, site: Site) -> Values:
    """Give an object of which only the maker is known."""
    return one(Instance(site, Library(name)))


def made_from(flow: Flow, name: str, sources: Values, site: Site) -> Values:
    """Give an object of which only the maker is known, and what it was made from."""
    flow.fill(Inputs(site), sources, site)
    return opaque(name, site) if sources else NOTHING
