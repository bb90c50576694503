"""Items of containers: subscripts, iteration, unpacking, and the methods of lists, sets and dicts."""

from __future__ import annotations

import ast

from farandole.analysis.points_to.flow import Flow
from farandole.analysis.points_to.functions import GENERATOR, NO_ARGUMENTS, Arguments
from farandole.analysis.points_to.lattice import NOTHING, Values, join, one
from farandole.analysis.points_to.library import library_name, made_from, opaque
from farandole.analysis.points_to.members import call_method
from farandole.analysis.points_to.relations import ANY, Elements, Inputs, Key, Keys, Sources
from farandole.analysis.points_to.values import (
    Bound,
    Class,
    Constant,
    Container,
    Instance,
    Library,
    Site,
    Unknown,
    Value,
)

ITEM = "item()"

_MOVING = frozenset({"insert", "pop", "remove", "sort", "reverse", "appendleft", "popleft", "rotate", "clear"})
"""Methods that move the items of a sequence to other positions."""


def items_at(flow: Flow, receivers: Values, key: Key, site: Site) -> Values:
    """Give what `receiver[key]`, or unpacking at position `key`, may stand for."""
    return join(_item_of(flow, receiver, key, site) for receiver in receivers)


def items_at_any(flow: Flow, receivers: Values, keys: frozenset[str], site: Site) -> Values:
    """Give what `receiver[key]` may stand for, for each of some keys that a receiver has."""
    containers = Values(each for each in receivers if isinstance(each, Container))
    held = [flow.items(each) for each in containers if isinstance(each, Container)]
    found = join(items.get(key, NOTHING) for items in held for key in keys) | join(items[ANY] for items in held)
    others = items_at(flow, receivers - containers, ANY, site)
    return found | others if found or others else items_at(flow, containers, ANY, site)


def _item_of(flow: Flow, receiver: Value, key: Key, site: Site) -> Values:
    match receiver:
        case Container():
            items = flow.items(receiver)
            found = join(items.values()) if key is ANY else items.get(key, NOTHING) | items[ANY]
            known = key in items or bool(items[ANY]) or (len(items) > 1 and key is ANY)
            return found if found or known else flow.absent(site, "is an item that is put in nowhere")
        case Instance() | Bound():
            return _derived(flow, receiver, site)
        case Class() | Unknown():
            return one(receiver)
        case Library():
            return opaque(ITEM, site)
        case Constant(str() | bytes()):
            return opaque(ITEM, site)
    return NOTHING


def _derived(flow: Flow, receiver: Instance | Bound, site: Site) -> Values:
    """Give an item of a library's object: of the class that the catalogue names, else of the same role."""
    name = library_name(receiver)
    if isinstance(receiver, Instance) and isinstance(receiver.of, Class):
        given = call_method(flow, receiver, "__getitem__", Arguments((NOTHING,)), site)
        if given is not None:
            return given
        name = ITEM
    entry = flow.catalog.entry(name) if name else None
    item = _item_of_result(flow, receiver, site) or (entry.facts.get("item") if entry else None)
    of = str(item) if item else ITEM
    flow.fill(Inputs(site), one(receiver), site)
    return opaque(of, site)


def _item_of_result(flow: Flow, receiver: Instance | Bound, site: Site) -> object:
    """Give the class of the items of what a library's function gave, at every depth of unpacking it."""
    if not isinstance(receiver, Instance):
        return None
    made = receiver.site.node
    names = (library_name(each) for each in flow.callees.get(made, NOTHING)) if isinstance(made, ast.Call) else ()
    entries = (flow.catalog.entry(name) for name in names if name)
    item = next((entry.facts["item"] for entry in entries if entry and "item" in entry.facts), None)
    item = item or flow.item_classes.get(made)
    if item is not None:
        flow.item_classes[site.node] = item
    return item


def elements(flow: Flow, values: Values, site: Site) -> Values:
    """Give what iterating over values yields: what they iterate over in turn is asked once, however it is reached."""
    found, pending, seen = NOTHING, list(values), values
    while pending:
        yielded, inner = _iterated(flow, pending.pop(), site)
        found |= yielded
        pending += inner - seen
        seen |= inner
    return found


def _iterated(flow: Flow, value: Value, site: Site) -> tuple[Values, Values]:
    """Give what iterating over a value yields of its own, and the values that it iterates over for more."""
    match value:
        case Container():
            items = flow.items(value)
            if is_dictionary(flow, value):
                return flow.ask(Keys(value.site)) | (opaque(ITEM, site) if items[ANY] else NOTHING), NOTHING
            return join(items.values()), NOTHING
        case Instance(made, of) if of == GENERATOR:
            return flow.ask(Elements(made.node)), NOTHING
        case Instance(made, Class()) if (told := _told(flow, value, site)) is not None:
            return told
        case Instance(made, Class()):
            return _derived(flow, value, site), NOTHING
        case Instance(made) if sources := flow.ask(Sources(made)):
            return NOTHING, sources
        case Instance() | Bound():
            return _derived(flow, value, site), NOTHING
        case Unknown():
            return one(value), NOTHING
        case Library() | Class() | Constant(str() | bytes()):
            return opaque(ITEM, site), NOTHING
    return NOTHING, NOTHING


def _told(flow: Flow, value: Instance, site: Site) -> tuple[Values, Values] | None:
    """Give both for an object of a project's class, by its own methods; None when the project does not say."""
    given = call_method(flow, value, "__next__", NO_ARGUMENTS, site)
    iterators = call_method(flow, value, "__iter__", NO_ARGUMENTS, site)
    if iterators is not None:
        return given or NOTHING, iterators
    if given is None:
        given = call_method(flow, value, "__getitem__", Arguments((NOTHING,)), site)
    return (given, NOTHING) if given is not None else None


def extend(flow: Flow, container: Container, values: Values) -> None:
    """Put all items of some values into a container: by their keys from dicts, else in any order."""
    for value in values:
        if isinstance(value, Container):
            keep = is_dictionary(flow, value)
            for key, held in flow.items(value).items():
                flow.put(container, key if keep and isinstance(key, str) else ANY, held)
        else:
            found = elements(flow, one(value), container.site)
            if found:
                flow.put(container, ANY, found)


def is_dictionary(flow: Flow, container: Container) -> bool:
    """Say whether a container is written as a dict, or may be one and has a name as a key."""
    match container.site.node:
        case ast.Dict() | ast.DictComp() | ast.Call(func=ast.Name("dict")):
            return True
        case ast.List() | ast.Tuple() | ast.Set() | ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
            return False
    return any(isinstance(key, str) for key in flow.items(container))


def tuples(flow: Flow, site: Site, parts: list[Values], sources: list[Values]) -> Values:
    """Give the iterator of an `enumerate` or `zip`: it yields tuples of the parts."""
    outer, inner = Container(site), Container(flow.site(site.module, getattr(site.node, "func", site.node)))
    for position, values in enumerate(parts):
        flow.put(inner, position, values)
    flow.put(outer, ANY, one(inner))
    flow.fill(Sources(site), join(sources), site)
    return one(outer)


def columns(flow: Flow, rows: Values, site: Site) -> Values:
    """Give the iterator of a `zip(*rows)`: it yields one tuple for each position in the rows."""
    outer, inner = Container(site), Container(flow.site(site.module, getattr(site.node, "func", site.node)))
    flow.put(inner, ANY, elements(flow, rows, site))
    flow.put(outer, ANY, one(inner))
    flow.fill(Sources(site), rows, site)
    return one(outer)


def call_container_method(flow: Flow, container: Container, method: str, arguments: Arguments, site: Site) -> Values:
    """Call a method of a list, set or dict."""
    items = flow.items(container)
    every = join(items.values())
    first = arguments.first
    if method in _MOVING and any(isinstance(key, int) for key in items):
        flow.put(container, ANY, every)
    match method:
        case "append" | "add" | "appendleft":
            flow.put(container, ANY, first)
        case "insert":
            flow.put(container, ANY, arguments.positional[1] if len(arguments.positional) > 1 else NOTHING)
        case "extend" | "update":
            extend(flow, container, first)
            for keyword, values in arguments.keywords.items():
                flow.put(container, keyword, values)
        case "copy":
            copied = Container(site)
            extend(flow, copied, one(container))
            return one(copied)
        case "values":
            view = Container(site)
            flow.put(view, ANY, every)
            return one(view)
        case "items":
            return tuples(flow, site, [flow.ask(Keys(container.site)), every], [every])
        case "keys":
            view = Container(site)
            flow.put(view, ANY, flow.ask(Keys(container.site)))
            return one(view)
        case "get" | "pop" | "setdefault":
            default = arguments.positional[1] if len(arguments.positional) > 1 else NOTHING
            if method == "setdefault":
                flow.put(container, key_of(first), default)
            elif method == "get" and len(arguments.positional) == 1:
                default = one(Constant(None))
            if _lacks(flow, container, key_of(first)):
                return default
            return items_at(flow, one(container), key_of(first), site) | default
        case _:
            return made_from(flow, f"builtins.list.{method}()", one(container), site)
    return one(Constant(None))


def _lacks(flow: Flow, container: Container, key: Key) -> bool:
    """Say whether no call gives a function something by `**` under a key."""
    given = isinstance(container.site.node, ast.arg) and key is not ANY
    items = flow.items(container) if given else {}
    return given and key not in items and not items[ANY]


def key_of(values: Values) -> Key:
    """Give the one literal that an index may be, else `ANY`."""
    only = next(iter(values), None)
    if len(values) == 1 and isinstance(only, Constant):
        return only.value
    return ANY


def keys_of(values: Values) -> frozenset[str]:
    """Give the several texts that an index may be; none where it may be something else, too."""
    keys = frozenset(each.value for each in values if isinstance(each, Constant) and isinstance(each.value, str))
    return keys if 1 < len(keys) == len(values) else frozenset()


def slice_of(flow: Flow, receivers: Values, site: Site) -> Values:
    """Give what `receiver[start:stop]` may stand for: some items of a container, an item of anything else."""
    containers = Values(each for each in receivers if isinstance(each, Container))
    found = items_at(flow, receivers - containers, ANY, site)
    if containers:
        part = Container(site)
        for each in containers:
            assert isinstance(each, Container)
            flow.put(part, ANY, join(flow.items(each).values()))
        found |= one(part)
    return found
