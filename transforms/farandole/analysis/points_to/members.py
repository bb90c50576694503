"""Attributes: of objects and classes along the method resolution order, of modules, of libraries' things."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from farandole.analysis.nodes import fields_of_named_tuple
from farandole.analysis.points_to.flow import OBJECT, Flow, Mro
from farandole.analysis.points_to.functions import Arguments, call_function, decorator_names, is_method
from farandole.analysis.points_to.lattice import NOTHING, Values, join, one
from farandole.analysis.points_to.library import library_result, longer, named, opaque, property_of
from farandole.analysis.points_to.names import module_member
from farandole.analysis.points_to.relations import ANY, Attribute, Field, Member
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
    Super,
    Unknown,
    Value,
)

_NONE = one(Constant(None))


def attributes(flow: Flow, receivers: Values, name: str, site: Site) -> Values:
    """Give what an attribute of some values stands for: of the others, where None holds a place for them."""
    others = receivers - _NONE
    if receivers and not others:
        return flow.absent(site, "is an attribute of None")
    return join(attribute_of(flow, receiver, name, site) for receiver in others)


def attribute_of(flow: Flow, receiver: Value, name: str, site: Site) -> Values:
    """Give what an attribute of a value stands for."""
    match receiver:
        case Library(qualified):
            module = flow.project.loaded(f"{qualified}.{name}")  # in a folder that has no `__init__.py`
            if module is not None:
                return one(ProjectModule(module))
            return flow.ask(Member(qualified, name)) or one(named(flow, longer(flow, qualified, name)))
        case ProjectModule(module):
            return module_member(flow, module, name, site)
        case Instance(_, Class() as owner):
            found = member(flow, owner, name, receiver, site)
            if found is None and flow.concludes and flow.stands_for_others(receiver):
                return NOTHING  # a class below defines it, whose objects are told apart
            return found if found is not None else flow.absent(site, "is an attribute that no class defines")
        case Instance(made, Library(qualified)):
            stored = (
                flow.ask(Field(made.node, name)) | flow.ask(Field(made.node, ANY)) | flow.ask(Member(qualified, name))
            )
            own = longer(flow, qualified, name)
            return stored or property_of(flow, own, receiver, site) or one(Bound(receiver, Library(own)))
        case Class():
            found = member(flow, receiver, name, receiver, site)
            return found if found is not None else flow.absent(site, "is an attribute that no class defines")
        case Container():
            return one(Bound(receiver, Library(f"builtins.list.{name}")))
        case Bound(origin, Library(qualified)):
            return one(Bound(origin, Library(longer(flow, qualified, name))))
        case Super(owner, instance):
            above = _look_up(flow, _orders_after(flow, instance.of, owner), name)
            return above.bound(flow, instance, site) if above is not None else NOTHING
        case Constant(bool() as value) if not hasattr(value, name):
            return NOTHING  # the program stops here: where it goes on, the name stands for something else
        case Constant(value):
            return one(Library(f"builtins.{type(value).__name__}.{name}"))
        case Function(made):
            return flow.ask(Field(made.node, name)) or opaque("builtins.function.attribute()", site)
        case Unknown(made):
            return one(receiver) | flow.by_use.get(Field(made.node, name), NOTHING)
    return opaque("builtins.function.attribute()", site)


def _orders_after(flow: Flow, kind: Library | Class, owner: Class) -> tuple[Mro, ...]:
    """Give what comes after a class in the orders of an object's class, which is where `super()` looks."""
    orders = flow.orders(kind) if isinstance(kind, Class) else ()
    after = tuple(order[order.index(owner) + 1 :] for order in orders if owner in order)
    return after or tuple(order[1:] for order in flow.orders(owner))


def member(flow: Flow, owner: Class, name: str, receiver: Instance | Class, site: Site) -> Values | None:
    """Give an attribute of a project's class or of its object; None when nothing is known to define it.

    What is stored in the object may have been stored under the name of any of its classes.
    """
    found = flow.derived(Attribute(owner, name), lambda: _look_up(flow, flow.orders(owner), name))
    return found.bound(flow, receiver, site) if found is not None else None


@dataclass(frozen=True)
class _Found:
    """What classes have under a name: functions with their classes, things of libraries by name, and the rest."""

    functions: tuple[tuple[Function, Class], ...] = ()
    libraries: tuple[str, ...] = ()
    others: Values = NOTHING

    def bound(self, flow: Flow, receiver: Instance | Class, site: Site) -> Values:
        """Give what that is for a receiver."""
        functions = [_bound(flow, function, owner, receiver, site) for function, owner in self.functions]
        if isinstance(receiver, Class):
            return join([self.others, *functions, Values(Library(each) for each in self.libraries)])
        return join([self.others, *functions, Values(Bound(receiver, Library(each)) for each in self.libraries)])


def _look_up(flow: Flow, orders: tuple[Mro, ...], name: str) -> _Found | None:
    """Give what the classes of some orders have under a name; None when nothing is known to define it."""
    found = [each for order in orders if (each := _first(flow, order, name)) is not None]
    if len(found) < 2:  # noqa: PLR2004
        return found[0] if found else None
    return _Found(
        tuple(dict.fromkeys(function for each in found for function in each.functions)),
        tuple(dict.fromkeys(library for each in found for library in each.libraries)),
        join(each.others for each in found),
    )


def _first(flow: Flow, order: Mro, name: str) -> _Found | None:
    """Give an attribute as the first class of an order defines it, with what is stored in objects of those before it.

    A library's class has what the catalogue says; when none has it for sure, the last one is taken to have it.
    """
    functions: list[tuple[Function, Class]] = []
    others: Values | None = None
    for ancestor in order:
        if isinstance(ancestor, Unknown):
            return _Found(tuple(functions), (), (others or NOTHING) | one(ancestor))
        if isinstance(ancestor, Library):
            qualified = longer(flow, ancestor.name, name)
            if flow.catalog.entry(qualified) is not None:
                return _Found(tuple(functions), (qualified,), others or NOTHING)
            continue
        node = ancestor.site.node
        for stored in (flow.row(Field(node, ANY)), flow.row(Field(node, name))):
            if stored is not None:
                functions.extend((each, ancestor) for each in stored if isinstance(each, Function))
                others = (others or NOTHING) | Values(each for each in stored if not isinstance(each, Function))
        if name in flow.scopes[node].names:
            break
    else:
        last = next((each for each in reversed(order) if isinstance(each, Library)), OBJECT)
        if others is None and (last is not OBJECT or hasattr(object, name)):
            return _Found(libraries=(longer(flow, last.name, name),))
    return _Found(tuple(functions), (), others) if others is not None else None


def _bound(flow: Flow, found: Function, owner: Class, receiver: Instance | Class, site: Site) -> Values:
    """Bind a member to its receiver: methods are bound, properties read, other functions kept."""
    if not is_method(flow.scopes[found.site.node]):
        return one(found)
    kinds = decorator_names(found.site.node)
    if "classmethod" in kinds:
        return one(Bound(receiver if isinstance(receiver, Class) else _class_of(receiver, owner), found))
    if "staticmethod" in kinds or isinstance(receiver, Class):
        return one(found)
    if kinds & {"property", "cached_property"}:
        return call_function(flow, found, Arguments((one(receiver),)), site)
    return one(Bound(receiver, found))


def _class_of(receiver: Instance, owner: Class) -> Class:
    return receiver.of if isinstance(receiver.of, Class) else owner


def call_method(flow: Flow, receiver: Instance, name: str, arguments: Arguments, site: Site) -> Values | None:
    """Call a method of an object of a project's class that the project defines; None when it defines none."""
    assert isinstance(receiver.of, Class)
    found = member(flow, receiver.of, name, receiver, site) or NOTHING
    functions = [each for each in found if isinstance(each, Bound) and isinstance(each.member, Function)]
    if not functions:
        return None
    return join(invoke(flow, each, arguments, site) for each in functions)


def invoke(flow: Flow, callee: Value, arguments: Arguments, site: Site) -> Values:
    """Call a function or a method, of the project or of a library."""
    match callee:
        case Function():
            return call_function(flow, callee, arguments, site)
        case Bound(receiver, Function() as method):
            return call_function(flow, method, arguments.after(one(receiver)), site)
        case Bound(receiver, Library(name)):
            return library_result(flow, name, receiver, arguments, site)
        case Unknown():
            return one(callee)
    return NOTHING


def of_object(flow: Flow, callees: Values, arguments: Arguments) -> tuple[Values, Arguments]:
    """Give what a call calls, and passes, where a library's method is taken from its class: `Model.fit(model, x)`.

    That is the method of the object which is passed first, with the other arguments.
    """
    if len(callees) != 1 or not arguments.positional:
        return callees, arguments
    for callee in callees:
        if isinstance(callee, Library) and not flow.catalog.fact(callee.name, "static"):
            owner = callee.name.rpartition(".")[0]
            objects = [each for each in arguments.first if isinstance(each, Instance) and _is_of(flow, each.of, owner)]
            if objects:
                methods = Values(Bound(each, callee) for each in objects)
                return methods, Arguments(arguments.positional[1:], arguments.keywords, arguments.spread)
    return callees, arguments


def _is_of(flow: Flow, kind: Library | Class, owner: str) -> bool:
    """Say whether a class is a library's class of a name, or derives from it."""
    above = [each for each in flow.mro(kind) if isinstance(each, Library)] if isinstance(kind, Class) else [kind]
    return any(flow.catalog.is_a(each.name, owner) for each in above)


def annotated_fields(flow: Flow, owner: Class) -> dict[str, Class]:
    """Give the fields of a class and its ancestors, oldest first: annotated names, and those of a `namedtuple`."""
    found: dict[str, Class] = {}
    for ancestor in reversed(flow.mro(owner)):
        if isinstance(ancestor, Class):
            assert isinstance(ancestor.site.node, ast.ClassDef)
            for base in ancestor.site.node.bases:
                found |= dict.fromkeys(fields_of_named_tuple(base), ancestor)
            for statement in ancestor.site.node.body:
                match statement:
                    case ast.AnnAssign(ast.Name(name)) | ast.Assign([ast.Name(name)], type_comment=str()):
                        found.setdefault(name, ancestor)
    return found


def is_called_back(flow: Flow, owner: Class, name: str) -> bool:
    """Say whether a library from whose class a project's class derives may call its method of this name.

    A library that the catalogue knows calls those alone that it lists, and what its tests and callbacks are called.
    """
    known = all(
        isinstance(each, Class) or (isinstance(each, Library) and flow.catalog.knows(each.name))
        for each in flow.mro(owner)
    )
    listed = flow.catalog.fact(f"overridden.{name}", "called-back")
    return listed is not False and (not known or listed is True or name.startswith(("on_", "test_")))
