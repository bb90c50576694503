"""How an object is called at a place: the names and attributes through which code there can reach it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.first_turns import runs_once
from farandole.analysis.points_to.functions import is_method
from farandole.analysis.points_to.lattice import Values
from farandole.analysis.points_to.relations import Field, Variable
from farandole.analysis.points_to.values import Class, Function, Instance, ProjectModule, Value
from farandole.analysis.program import Call, Program
from farandole.analysis.scopes import FunctionNode, Scope, parameters
from farandole.analysis.slicing import argument_for
from farandole.source import Document
from farandole.source.binding import names_in


def expression_for(program: Program, instances: frozenset[Instance], document: Document, node: ast.AST) -> str:
    """Give an expression that stands for one of these objects, and for no other of its role, at a node.

    Names of the scopes around the node are tried first, then attributes of the objects and modules that they hold: of
    functions before the module, which may be imported by another. One call that is made again makes other objects: of
    those no name is known where a scope has several for them. An empty text says that none was found.
    """
    roles = {program.role_of(instance) for instance in instances}
    visible = list(_visible(program, document, node))
    named = [
        (name, scope) for name, scope in visible if _stands_for(program, _held(program, name, scope), instances, roles)
    ]
    attributes = [
        (f"{name}.{_seen_from(document, node, attribute, owner)}", scope)
        for name, scope in visible
        for value in _held(program, name, scope)
        for attribute, owner in _attributes_for(program, value, instances, roles)
    ]
    inner = ([each for each in found if not isinstance(each[1].node, ast.Module)] for found in (named, attributes))
    held = next(filter(None, (*inner, named, attributes)), None)
    if held is None:
        return ""
    first, nearest = held[0]
    is_one = all(name == first for name, scope in held if scope is nearest)
    return first if is_one or _are_made_once(program, instances) else ""


def _held(program: Program, name: str, scope: Scope) -> Values:
    """Give what a name of a scope may stand for."""
    return program.flow.ask(Variable(scope, name))


def _are_made_once(program: Program, instances: frozenset[Instance]) -> bool:
    """Say whether each of some objects is the only one that the call makes which makes it, as far as that is seen."""
    made = (program.creation(each) for each in instances)
    return all(call is None or runs_once(program, call.document, call.node) for call in made)


def expression_at(
    program: Program,
    document: Document,
    node: ast.expr,
    other: Document,
    place: ast.AST,
) -> str:
    """Give an expression for what a node stands for, as it can be read at another place; empty when there is none."""
    if is_plain(node) and is_readable_at(program, document, node, other, place):
        return document.segment(node)
    handed = _as_handed(program, document, node, place)
    objects = frozenset(value for value in program.values(node) if isinstance(value, Instance))
    if handed or not objects or (len(objects) > 1 and is_bound_again(program, document, node)):
        return handed
    return _by_attribute(program, node, objects, other, place) or expression_for(program, objects, other, place)


def importing(program: Program, document: Document, name: str) -> tuple[ast.ImportFrom, Document] | None:
    """Give the import of a file that takes something from a module, and the module, of which it can take a global, too.

    None where the file uses the name for something, or the module gives it more than one value.
    """
    top = program.flow.scopes[document.tree]
    given = (each.asname or each.name for each in document.nodes(ast.alias))
    is_used = bool(document.names(name)) or name in given
    imports = [each for each in document.tree.body if isinstance(each, ast.ImportFrom)] if not is_used else []
    for statement in imports:
        for taken in statement.names:
            for value in program.flow.ask(Variable(top, taken.asname or taken.name)):
                home = value.site.module.document if isinstance(value, Function | Class) else document
                if home.path.stem == _last_name(statement) and _is_bound_once(program, home, name):
                    return statement, home
    return None


def _last_name(statement: ast.ImportFrom) -> str:
    return (statement.module or "").rpartition(".")[2]


def _is_bound_once(program: Program, document: Document, name: str) -> bool:
    """Say whether a module gives a name of its own one value, in one place, and no other file gives it another one."""
    stored = [each for each in document.names(name) if not isinstance(each.ctx, ast.Load)]
    attributes = (each for other in program.documents for each in other.attributes(name))
    again = (
        isinstance(each.ctx, ast.Store)
        and any(isinstance(value, ProjectModule) for value in program.values(each.value))
        for each in attributes
    )
    return len(stored) == 1 and document.owner(document.statement(stored[0])) is document.tree and not any(again)


def _by_attribute(
    program: Program, node: ast.expr, instances: frozenset[Instance], document: Document, place: ast.AST
) -> str:
    """Give an attribute of the same name of what has a name at a place: one call may have made several attributes."""
    if not isinstance(node, ast.Attribute):
        return ""
    roles = {program.role_of(instance) for instance in instances}
    for name, scope in _visible(program, document, place):
        for value in program.flow.ask(Variable(scope, name)):
            for attribute, owner in _attributes_for(program, value, instances, roles):
                if attribute == node.attr:
                    return f"{name}.{_seen_from(document, place, attribute, owner)}"
    return ""


def _as_handed(program: Program, document: Document, node: ast.expr, place: ast.AST) -> str:
    """Give an attribute of a parameter, or of the receiver, by what the call that is the place passes for that."""
    function, root = program.function(document, node), _root(node)
    call = program.call(place) if isinstance(place, ast.Call) else None
    if root is None or call is None or not isinstance(function, FunctionNode) or call not in program.callers(function):
        return ""
    if not _is_only_handed(document, function, root.id):
        return ""
    given = _handed(program, call, function, root.id)
    if given is None or not is_plain(given):
        return ""
    owner = _class_around(document, node)
    parts = document.segment(node)[len(root.id) :].split(".")
    return ".".join(
        (
            call.document.segment(given) + parts[0],
            *(_seen_from(call.document, place, part, owner) for part in parts[1:]),
        )
    )


def _handed(program: Program, call: Call, function: FunctionNode, name: str) -> ast.expr | None:
    """Give what a call passes itself for a parameter of a function, or the receiver of the method that it calls."""
    method = program.flow.scopes[function]
    if is_method(method) and name == parameters(function)[0].arg:
        has_it = all(_has_method(program, each, method) for each in program.values(call.receiver))
        return call.receiver if has_it else None
    given = argument_for(program, call, function, name)
    return given[1] if given is not None and given[1] in call.arguments else None


def _has_method(program: Program, value: Value, method: Scope) -> bool:
    """Say whether a value is an object of a class that has a method; an attribute of another may keep it."""
    if not isinstance(value, Instance) or not isinstance(value.of, Class) or method.parent is None:
        return False
    above = (each.site.node for each in program.flow.mro(value.of) if isinstance(each, Class))
    return method.parent.node in above


def _root(node: ast.expr) -> ast.Name | None:
    """Give the name at which a chain of attributes, and of items with constant keys, begins."""
    while isinstance(node, ast.Attribute) or (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)):
        node = node.value
    return node if isinstance(node, ast.Name) else None


def _is_only_handed(document: Document, function: FunctionNode, name: str) -> bool:
    """Say whether a name is a parameter of a function that nothing in it assigns."""
    stored = (each for each in document.within(function) if isinstance(each, ast.Name) and each.id == name)
    handed = any(each.arg == name for each in parameters(function))
    return handed and all(isinstance(each.ctx, ast.Load) for each in stored)


def is_bound_again(
    program: Program, document: Document, node: ast.expr, seen: frozenset[ast.AST] = frozenset()
) -> bool:
    """Say whether a name stands for one thing, then for another: several calls hand it in, or a loop binds it.

    Unlike what is chosen once among several, by a condition.
    """
    root = _root(node)
    function = program.function(document, node)
    if root is None:
        return False
    if isinstance(function, FunctionNode) and function not in seen and _is_only_handed(document, function, root.id):
        calls = program.callers(function)
        given = [(call, _handed(program, call, function, root.id)) for call in calls]
        names = [(call.document, each) for call, each in given if each is not None]
        return len(calls) > 1 or any(is_bound_again(program, *each, seen | {function}) for each in names)
    loops = (each for each in document.within(document.scope(node)) if isinstance(each, ast.For | ast.AsyncFor))
    return any(root.id in names_in(loop.target) for loop in loops)


def is_plain(node: ast.expr) -> bool:
    """Say whether an expression is a name, with attributes or items of it, which can be read again without effect."""
    return _root(node) is not None


def is_readable_at(program: Program, document: Document, node: ast.expr, other: Document, place: ast.AST) -> bool:
    """Say whether an expression means the same at another place: its names are bound in the same scopes, before it."""
    if document is not other:
        return False
    here, there = program.scope(document, node), program.scope(other, place)
    names, line = names_in(node), getattr(place, "lineno", 0)
    is_later = any(there.home(name) is there and program.def_use.first(there, name) > line for name in names)
    return not is_later and all(here.home(name) is there.home(name) for name in names)


def _stands_for(
    program: Program, values: frozenset[object], instances: frozenset[Instance], roles: set[str | None]
) -> bool:
    same = {value for value in values if isinstance(value, Instance) and program.role_of(value) in roles}
    return bool(same) and same <= instances


def _attributes_for(
    program: Program, holder: object, instances: frozenset[Instance], roles: set[str | None]
) -> Iterator[tuple[str, str]]:
    """Yield the attributes of an object, or the names of a module, that stand for one of some objects.

    With each goes the name of the class that sets it.
    """
    match holder:
        case Instance(_, Class() as owner):
            fields = {
                (attribute.attr, _class_around(ancestor.site.module.document, attribute))
                for ancestor in program.flow.mro(owner)
                if isinstance(ancestor, Class)
                for attribute in ast.walk(ancestor.site.node)
                if isinstance(attribute, ast.Attribute) and isinstance(attribute.ctx, ast.Store)
            }
            for field, setting in sorted(fields):
                if _stands_for(program, program.flow.ask(Field(owner.site.node, field)), instances, roles):
                    yield field, setting
        case ProjectModule(module):
            top = program.flow.scopes[module.document.tree]
            for name in sorted(top.names):
                if _stands_for(program, program.flow.ask(Variable(top, name)), instances, roles):
                    yield name, ""


def _class_around(document: Document, node: ast.AST) -> str:
    """Give the name of the class in which a node is; an empty text if it is in none."""
    return next((each.name for each in document.ancestors(node) if isinstance(each, ast.ClassDef)), "")


def _seen_from(document: Document, place: ast.AST, attribute: str, owner: str) -> str:
    """Give an attribute of a class as it is written at a place: a private one has a name of its own outside."""
    private = attribute.startswith("__") and not attribute.endswith("__")
    outside = private and owner and _class_around(document, place) != owner
    return f"_{owner.lstrip('_')}{attribute}" if outside else attribute


def _visible(program: Program, document: Document, node: ast.AST) -> Iterator[tuple[str, Scope]]:
    """Yield the names that code at a node can read, nearest scope first, those bound before the node only."""
    scope: Scope | None = program.scope(document, node)
    position = getattr(node, "lineno", 0)
    own = True
    while scope is not None:
        if own or not isinstance(scope.node, ast.ClassDef):
            for name in sorted(scope.names):
                if not own or program.def_use.first(scope, name) <= position:
                    yield name, scope
        own = False
        scope = scope.parent
