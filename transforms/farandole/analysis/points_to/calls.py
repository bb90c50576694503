"""Calls: of functions and methods, of classes, of objects, and of the functions that the language itself has."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from farandole.analysis.nodes import fields_of_named_tuple
from farandole.analysis.points_to.containers import (
    ITEM,
    call_container_method,
    columns,
    elements,
    extend,
    is_dictionary,
    tuples,
)
from farandole.analysis.points_to.flow import Flow
from farandole.analysis.points_to.functions import NO_ARGUMENTS, Arguments, call_function, escape
from farandole.analysis.points_to.lattice import NOTHING, Values, join, one
from farandole.analysis.points_to.library import library_result, longer, made_from, opaque, trace, traces
from farandole.analysis.points_to.members import annotated_fields, attributes, call_method, invoke, member
from farandole.analysis.points_to.relations import ANY, Field, Inputs, Rest, Variable
from farandole.analysis.points_to.storing import store
from farandole.analysis.points_to.values import (
    Bound,
    Class,
    Constant,
    Container,
    Function,
    Instance,
    Library,
    ProjectModule,
    Site,
    Unknown,
    Value,
)
from farandole.project import SourceModule

COMPUTED = "operator()"
"""The class of what an operator gives."""


_CLASS = "Any"
"""A name as those of classes are, for what a library has that is not read."""

ATTRIBUTES = "__dict__"
"""The attribute that holds an object's attributes by their names."""

ANY_MEMBER = "?"
"""The name in the catalogue of what stands for any member of a module."""


def call(flow: Flow, callee: Value, arguments: Arguments, site: Site) -> Values:
    """Call a value, and give what it gives."""
    match callee:
        case Function():
            return call_function(flow, callee, arguments, site)
        case Bound(Container() as container, Library(name)):
            return call_container_method(flow, container, name.rpartition(".")[2], arguments, site)
        case Bound(receiver, Library(name)) if name.endswith(f".{ATTRIBUTES}.update"):
            for key, values in _items_given(flow, arguments):
                store(flow, receiver, key, values, site)
            return one(Constant(None))
        case Bound():
            return invoke(flow, callee, arguments, site)
        case Class():
            return _instantiate(flow, callee, arguments, site)
        case Instance(_, Class()):
            for called in ("__call__", "call"):
                given = call_method(flow, callee, called, arguments, site)
                if given is not None:
                    return given
            return library_result(flow, "call", callee, arguments, site)
        case Instance(_, Library()) if traces(flow, one(callee)) and _are_functions(arguments.first):
            trace(flow, arguments.first)
            return arguments.first
        case Instance(made, Library(name)):
            _fill_fields(flow, dict.fromkeys(fields_of_named_tuple(made.node), site.node), arguments, site)
            return library_result(flow, longer(flow, name, "__call__"), callee, arguments, site)
        case Library(name):
            return _call_builtin(flow, name, arguments, site)
        case Unknown():
            flow.fill(Inputs(site), arguments.every, site)
            escape(flow, arguments.every)
            return one(callee)
    return NOTHING


def _are_functions(values: Values) -> bool:
    """Say whether nothing but functions and methods of the project is among some values."""
    return bool(values) and all(
        isinstance(each, Function) or (isinstance(each, Bound) and isinstance(each.member, Function)) for each in values
    )


def call_any(flow: Flow, callees: Values, arguments: Arguments, site: Site) -> Values:
    """Call each of some values, and join what they give."""
    return join(call(flow, callee, arguments, site) for callee in callees)


def _instantiate(flow: Flow, owner: Class, arguments: Arguments, site: Site) -> Values:
    instance = Instance(site, owner)
    flow.instantiated[owner] = None
    flow.fill(Inputs(site), arguments.every, site)
    initialisers = member(flow, owner, "__init__", instance, site) or NOTHING
    for method in initialisers:
        invoke(flow, method, arguments, site)
    if not any(isinstance(each, Bound) and isinstance(each.member, Function) for each in initialisers):
        homes = {name: home.site.node for name, home in annotated_fields(flow, owner).items()}
        _fill_fields(flow, homes, arguments, site)
    makers = member(flow, owner, "__new__", instance, site) or NOTHING
    functions = Values(each.member for each in makers if isinstance(each, Bound) and isinstance(each.member, Function))
    return one(instance) | call_any(flow, functions, arguments.after(one(owner)), site)


def _fill_fields(flow: Flow, homes: Mapping[str, ast.AST], arguments: Arguments, site: Site) -> None:
    """Fill fields in their order, as data classes and named tuples do; `homes` are the nodes that each is told by."""
    given = [*zip(homes, arguments.positional, strict=False)]
    given += [(name, values) for name, values in arguments.keywords.items() if name in homes]
    given += [(name, arguments.spread) for name in homes if arguments.spread]
    for name, values in given:
        flow.fill(Field(homes[name], name), values, site)


def _call_builtin(flow: Flow, name: str, arguments: Arguments, site: Site) -> Values:
    """Call a library's function; those of the language keep track of what they hold."""
    positional, first = arguments.positional, arguments.first
    is_held = any(isinstance(each, Container) for each in first)
    match name:
        case (
            "builtins.list"
            | "builtins.tuple"
            | "builtins.sorted"
            | "builtins.reversed"
            | "builtins.set"
            | "itertools.islice"
            | "random.choices"
            | "random.sample"
        ) if not positional or is_held:
            container = Container(site)
            flow.put(container, ANY, _compared(flow, elements(flow, first, site), arguments, site))
            return one(container)
        case "builtins.max" | "builtins.min" | "random.choice" if is_held and not positional[1:]:
            return _compared(flow, elements(flow, first, site), arguments, site)
        case "copy.copy" | "copy.deepcopy":
            return first
        case "itertools.chain" if positional:
            container = Container(site)
            flow.put(container, ANY, join(elements(flow, each, site) for each in positional))
            return one(container)
        case "builtins.dict" | "collections.OrderedDict":
            container = Container(site)
            _fill_dictionary(flow, container, first, site)
            for keyword, values in arguments.keywords.items():
                flow.put(container, keyword, values)
            if arguments.spread:
                flow.put(container, ANY, arguments.spread)
            return one(container)
        case "builtins.enumerate":
            counted = made_from(flow, "builtins.int", first, site)
            return tuples(flow, site, [counted, elements(flow, first, site)], [first])
        case "builtins.zip" | "itertools.zip_longest":
            if not positional and arguments.spread:
                return columns(flow, arguments.spread, site)
            return tuples(flow, site, [elements(flow, values, site) for values in positional], list(positional))
        case "builtins.next":
            default = positional[1] if len(positional) > 1 else NOTHING
            return elements(flow, first, site) | default
        case "builtins.iter":
            return join(_iterator(flow, value, site) for value in first)
        case "builtins.map":
            parts = Arguments(tuple(elements(flow, values, site) for values in positional[1:]))
            container = Container(site)
            flow.put(container, ANY, call_any(flow, first, parts, site))
            return one(container)
        case "builtins.filter":
            kept = elements(flow, positional[1], site) if len(positional) > 1 else NOTHING
            call_any(flow, first, Arguments((kept,)), site)
            container = Container(site)
            flow.put(container, ANY, kept)
            return one(container)
        case "builtins.getattr" if len(positional) > 1:
            return _get_attribute(flow, positional, site)
        case "builtins.vars" if positional:
            return attributes(flow, first, ATTRIBUTES, site)
        case "builtins.locals" | "builtins.vars":
            return _names_here(flow, site)
        case "builtins.setattr" if len(positional) > 2:  # noqa: PLR2004
            for receiver in first:
                for each in _attribute_names(positional[1]):
                    store(flow, receiver, each if each is not None else ANY, positional[2], site)
            return one(Constant(None))
        case "builtins.type" if len(positional) == 1 and (classes := _classes(first)):
            return classes
        case "builtins.eval" | "builtins.exec" | "builtins.__import__":
            return one(Unknown(site, "runs code that is not read"))
        case "functools.partial":
            for callee in first:
                call(flow, callee, Arguments(positional[1:], arguments.keywords, arguments.spread), site)
            return first
    entry = flow.catalog.entry(name)
    if entry is not None and entry.facts.get("attributes"):
        _fill_attributes(flow, name, arguments, site)
    return library_result(flow, name, None, arguments, site)


def _names_here(flow: Flow, site: Site) -> Values:
    """Give the dictionary of the names that are bound in the scope of a site."""
    scope = flow.scopes[site.module.document.scope(site.node)]
    container = Container(site)
    for name in sorted(scope.names):
        flow.put(container, name, flow.ask(Variable(scope, name)))
    return one(container)


def _iterator(flow: Flow, value: Value, site: Site) -> Values:
    """Give what iterates over a value: what `__iter__` of a project's class gives, else as if it did so itself."""
    given = None
    if isinstance(value, Instance) and isinstance(value.of, Class):
        given = call_method(flow, value, "__iter__", NO_ARGUMENTS, site)
    return one(value) if given is None else given


def _compared(flow: Flow, items: Values, arguments: Arguments, site: Site) -> Values:
    """Give items of which some are chosen, or which are ordered; a key is called with each."""
    call_any(flow, arguments.keywords.get("key", NOTHING), Arguments((items,)), site)
    return items


def _fill_attributes(flow: Flow, name: str, arguments: Arguments, site: Site) -> None:
    """Let an object of a library have what it is given for attributes: by keywords, and by the keys of a dictionary.

    So have the objects that it makes of dictionaries within that; they may hold each other.
    """
    pending, seen = [(arguments, site)], {site}
    while pending:
        given, at = pending.pop()
        for key, values in _items_given(flow, given):
            inner = [each for each in values if isinstance(each, Container) and is_dictionary(flow, each)]
            flow.fill(Field(at.node, key), _as_attribute(name, values, inner, at), at)
            pending += [(Arguments((one(each),)), each.site) for each in inner if each.site not in seen]
            seen.update(each.site for each in inner)


def _items_given(flow: Flow, arguments: Arguments) -> list[tuple[str | Rest, Values]]:
    """Give the items that a dictionary is given, as `dict` and `update` are: by keywords, and by a dictionary."""
    given: list[tuple[str | Rest, Values]] = list(arguments.keywords.items())
    given += [(ANY, arguments.spread)] if arguments.spread else []
    for container in arguments.first:
        if isinstance(container, Container) and is_dictionary(flow, container):
            given += [(key, values) for key, values in flow.items(container).items() if isinstance(key, str | Rest)]
    return given


def _as_attribute(name: str, values: Values, dictionaries: Sequence[Container], site: Site) -> Values:
    """Give what an attribute is set to: numbers and texts may come from a file, a dictionary is an object, too."""
    kept = Values(each for each in values if not isinstance(each, Constant))
    made = kept | Values(Instance(each.site, Library(name)) for each in dictionaries)
    return made | opaque(ITEM, site) if len(kept) < len(values) else made


def _classes(values: Values) -> Values:
    """Give the classes of objects; nothing unless each is known to be one of a class."""
    owners = Values(each.of for each in values if isinstance(each, Instance) and not _is_result(each.of))
    return owners if len(owners) and all(isinstance(each, Instance) for each in values) else NOTHING


def _is_result(owner: Class | Library) -> bool:
    """Say whether all that is known of an object is the function that gave it."""
    return isinstance(owner, Library) and owner.name.endswith("()")


def _fill_dictionary(flow: Flow, container: Container, sources: Values, site: Site) -> None:
    """Fill a dict from others, and from iterables of pairs."""
    extend(flow, container, Values(each for each in sources if not isinstance(each, Instance)))
    for pair in elements(flow, sources, site):
        if isinstance(pair, Container):
            flow.put(container, ANY, flow.items(pair).get(1, NOTHING) | flow.items(pair)[ANY])
    flow.put(container, ANY, elements(flow, Values(each for each in sources if isinstance(each, Instance)), site))


def _get_attribute(flow: Flow, positional: tuple[Values, ...], site: Site) -> Values:
    found = positional[2] if len(positional) > 2 else NOTHING  # noqa: PLR2004
    for name in _attribute_names(positional[1]):
        if name is None:
            unknown = one(Unknown(site, "is an attribute whose name is not literal"))
            return found | (_any_of(flow, positional[0]) or unknown)
        found |= attributes(flow, positional[0], name, site)
    return found


def _any_of(flow: Flow, owners: Values) -> Values:
    """Give what stands for any member of modules: those of the project's, or one where all are alike, by the catalogue.

    Nothing of other owners.
    """
    modules = [each.module for each in owners if isinstance(each, ProjectModule) and each.module.own]
    if modules and len(modules) == len(owners):
        held = join(_held(flow, module, set()) for module in modules)
        own = Values(each for each in held if isinstance(each, Class | Function) and each.site.module.own)
        return NOTHING if held.unknown or any(map(_is_of_library, held)) else own
    members = [f"{each.name}.{ANY_MEMBER}" if isinstance(each, Library) else "" for each in owners]
    alike = bool(members) and all(flow.catalog.entry(each) is not None for each in members)
    return Values(Library(each) for each in members) if alike else NOTHING


def _held(flow: Flow, module: SourceModule, seen: set[SourceModule]) -> Values:
    """Give what a module of the project has under public names, itself or by `*`; `seen` are those that led here."""
    seen.add(module)
    flow.enter(module)
    top = flow.scopes[module.document.tree]
    held = [flow.ask(Variable(top, name)) for name in sorted(top.names) if not name.startswith("_")]
    for star in flow.stars[module]:
        other = flow.project.module(star)
        if other is None:
            held.append(one(Library(f"{star}.{_CLASS}")))
        elif other not in seen:
            held.append(_held(flow, other, seen))
    return join(held)


def _is_of_library(value: Value) -> bool:
    """Say whether a value is a class of a library, by its name."""
    return isinstance(value, Library) and value.name.rpartition(".")[2][:1].isupper()


def _attribute_names(values: Values) -> list[str | None]:
    """Give the names that an argument may be; None among them says that it may be another."""
    names = [each.value if isinstance(each, Constant) and isinstance(each.value, str) else None for each in values]
    return list(dict.fromkeys(names))
