"""What stands at a place of a text: the expression, the objects that it may be, and the trainings that it is about."""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from farandole.analysis.answers import answered_once
from farandole.analysis.points_to.lattice import Values
from farandole.analysis.points_to.values import Bound, Class, Instance, Library, Value
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training, assigned_name
from farandole.source import Document, Span


@dataclass(frozen=True)
class Role:
    """An object at a place: its role, the class by which it has it, and where it was created."""

    role: str
    kind: str
    name: str
    creation: Call | None
    object: Instance


def expression_at(document: Document, span: Span) -> ast.expr | None:
    """Give the innermost expression that holds a place; for the name of a method, the attribute that it belongs to."""
    found: ast.expr | None = None
    body = document.tree.body
    at = bisect_right(body, span.start, key=lambda each: document.span(each).start)
    nodes: list[ast.AST] = [*body[max(at - 1, 0) : at]]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.expr | ast.stmt) and hasattr(node, "lineno"):
            place = document.span(node)
            if not (place.start <= span.start and span.end <= place.end):
                continue
            found = node if isinstance(node, ast.expr) else found
        nodes.extend(ast.iter_child_nodes(node))
    return found


def roles_at(script: Script, document: Document, span: Span) -> tuple[ast.expr, tuple[Role, ...]] | None:
    """Give the expression at a place, and the roles of the objects that it may be; None when it has none."""
    node = expression_at(document, span)
    if node is None:
        return None
    called = document.parent(node)
    values = _of_attribute(script, node) if isinstance(node, ast.Attribute) else script.values(node)
    if isinstance(called, ast.Call) and called.func is node and not any(map(script.role_of, values)):
        node, values = called, script.values(called)
    found = {role for value in values if (role := _role(script, value)) is not None}
    roles = sorted(found, key=lambda role: (script.order(role.creation) if role.creation else -1, role.role, role.kind))
    return (node, tuple(roles)) if roles else None


def _of_attribute(script: Script, node: ast.Attribute) -> Values:
    """Give what an attribute may be; for a method of an object with a role, that object."""
    own = Values(value for value in script.values(node) if isinstance(value, Instance) and script.role_of(value))
    return own or script.values(node.value)


def _role(script: Script, value: Value) -> Role | None:
    role = script.role_of(value)
    if role is None or isinstance(value, Bound):
        return None
    assert isinstance(value, Instance)
    call = script.creation(value)
    return Role(role, class_name(value.of), _name(call) if call is not None else "", call, value)


def _name(call: Call) -> str:
    """Give the name that the result of a call gets, by an assignment or as a context, or an empty text."""
    item = call.document.parent(call.node)
    if isinstance(item, ast.withitem) and item.optional_vars is not None:
        return call.document.segment(item.optional_vars)
    return assigned_name(call)


def receivers_at(script: Script, document: Document, span: Span) -> frozenset[Value]:
    """Give the objects whose method the call at a place calls; none where no call stands exactly there."""
    node = expression_at(document, span)
    call = script.call(node) if node is not None and document.span(node) == span else None
    return frozenset(call.receivers) if call is not None else frozenset()


def trainings_of(script: Script, document: Document, span: Span) -> tuple[Training, ...]:
    """Give the trainings that a place is about: those of an object at it, else of the function around."""
    node = expression_at(document, span)
    values = {value for each in _with_receiver(node) for value in script.values(each)} if node is not None else set()
    own = tuple(each for each in script.trainings if not values.isdisjoint(_objects(each)))
    if own:
        return own
    function = _function_at(document, span)
    if function is None:
        return ()
    return tuple(
        training
        for training in script.trainings
        if any(call.document is document and function in document.ancestors(call.node) for call in training.steps)
    )


def _objects(training: Training) -> frozenset[Instance]:
    return training.models | training.optimizers | training.sessions


def _with_receiver(node: ast.expr) -> Iterator[ast.expr]:
    yield node
    if isinstance(node, ast.Attribute):
        yield node.value


def _function_at(document: Document, span: Span) -> FunctionNode | None:
    around = [
        stmt
        for stmt in document.statements
        if isinstance(stmt, ast.FunctionDef | ast.AsyncFunctionDef)
        and document.span(stmt).start <= span.start
        and span.end <= document.span(stmt).end
    ]
    return around[-1] if around else None


@answered_once
def classes(script: Script) -> tuple[Class, ...]:
    """Give the classes that the project's files define, in the order of the text."""
    return tuple(
        Class(script.flow.site(script.flow.scopes[stmt].module, stmt))
        for document in script.documents
        for stmt in document.statements
        if isinstance(stmt, ast.ClassDef) and stmt in script.flow.scopes
    )


def bases(script: Script, owner: Class) -> tuple[Class | Library, ...]:
    """Give the classes from which a project's class derives directly, those of the project first."""
    found = [each for base in script.flow.bases(owner) for each in base if isinstance(each, Class | Library)]
    return tuple(sorted(found, key=lambda each: (isinstance(each, Library), class_name(each))))


def subclasses(script: Script, name: str) -> tuple[Class, ...]:
    """Give the project's classes that derive directly from the class with this name (see `class_name`)."""
    return tuple(each for each in classes(script) if any(class_name(base) == name for base in bases(script, each)))


def class_name(owner: Class | Library) -> str:
    """Give the qualified name of a class: the catalogue's, or module and name for a class that is read."""
    if isinstance(owner, Library):
        return owner.name
    return f"{owner.site.module.name}.{getattr(owner.site.node, 'name', '?')}"
