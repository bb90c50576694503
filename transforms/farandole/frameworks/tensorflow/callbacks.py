"""Callbacks of Keras: those that a `fit` gets, and where they end the training."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.relations import Elements
from farandole.analysis.points_to.values import Bound, Class, Function, Instance, Library, Value
from farandole.analysis.program import Call, Program
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.lookup import classes
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.optimizers import ROLES
from farandole.source import Document

_GENERATOR = Library("generator()")
_LIST = "tensorflow.keras.callbacks.CallbackList"
OF_FUNCTIONS = "tensorflow.keras.callbacks.LambdaCallback"
"""The callback that is made of functions."""

HOOKS = tuple(
    f"on_{part}_{end}"
    for part in ("epoch", "batch", "train_batch", "test_batch", "predict_batch", "train", "test", "predict")
    for end in ("begin", "end")
)
"""What Keras calls of a callback."""


def created_callbacks(program: Program, callbacks: ast.expr | None, wanted: Callable[[Call], bool]) -> list[Call]:
    """Give the calls that create the wanted ones among the callbacks of a `fit`, in the order of the text."""

    def is_wanted(value: Value) -> bool:
        call = program.creation(value) if isinstance(value, Instance) else None
        return call is not None and wanted(call)

    values = set(program.values(callbacks))
    for generator in program.origins(values, lambda value: isinstance(value, Instance) and value.of == _GENERATOR):
        assert isinstance(generator, Instance)
        values |= program.flow.ask(Elements(generator.site.node))
    found = program.origins(values, is_wanted)
    calls = [call for each in found if isinstance(each, Instance) and (call := program.creation(each)) is not None]
    return sorted(calls, key=program.order)


def run_by_hand(script: Script, call: Call) -> list[Call]:
    """Give what makes the callbacks that a call, outside of callbacks, runs as Keras does: one, or those of a list."""
    if not call.attribute.startswith("on_") or is_in_callback(script, call.document, call.node):
        return []
    made = [each for value in call.receivers if isinstance(value, Instance) and (each := script.creation(value))]
    listed = (each.argument("callbacks") for each in made if _LIST in each.names)
    return [*made, *(each for callbacks in listed for each in created_callbacks(script, callbacks, lambda _: True))]


@dataclass(frozen=True)
class Ending:
    """Where a hook of a callback ends the training: its function, by the name that Keras has for it."""

    document: Document
    hook: str
    function: FunctionNode
    node: ast.expr


def stops(program: Program, creation: Call) -> Iterator[Ending]:
    """Yield where the methods of a project's callback, or the functions that one is made of, set `stop_training`."""
    own = ((document, method.name, method) for document, method in methods(program, creation))
    for document, hook, function in (*own, *given(program, creation)):
        for node in ast.walk(function):
            if isinstance(node, ast.expr) and _sets_stop(node):
                yield Ending(document, hook, function, node)


def given(program: Program, creation: Call) -> Iterator[tuple[Document, str, FunctionNode]]:
    """Yield the project's functions that a callback is made of, in the text's order, each with the name of its hook."""
    for hook in HOOKS if OF_FUNCTIONS in creation.names else ():
        for value in ordered(program.values(creation.argument(hook))):
            function = value.member if isinstance(value, Bound) else value
            if isinstance(function, Function) and function.site.module.own:
                node = function.site.node
                if isinstance(node, FunctionNode):
                    yield function.site.module.document, hook, node


def is_in_callback(script: Script, document: Document, node: ast.AST) -> bool:
    """Say whether a node stands in a class of the project that is a callback of Keras."""
    owner = next((each for each in document.ancestors(node) if isinstance(each, ast.ClassDef)), None)
    return any(each.site.node is owner and script.role_of_class(each) == "callback" for each in classes(script))


def is_in_idle_callback(script: Script, document: Document, node: ast.AST) -> bool:
    """Say whether a node stands in an unused callback: what it is called is never read, or nothing makes it."""
    if not is_in_callback(script, document, node):
        return False
    owner = next(each for each in document.ancestors(node) if isinstance(each, ast.ClassDef))
    named = [
        (where, each)
        for where in script.documents
        for each in _naming(where, owner.name)
        if not (where is document and document.contains(owner, each))
    ]
    texts = (each.value for where in script.documents for each in where.nodes(ast.Constant))
    if not named:  # a module's may be made by others
        return document is script.entry and owner.name not in texts
    return all(_is_kept_unread(script, where, each) for where, each in named)


def _naming(document: Document, name: str) -> Iterator[ast.Name | ast.Attribute]:
    """Yield where a file reads what has a name."""
    for node in document.nodes(ast.Name, ast.Attribute):
        if isinstance(node.ctx, ast.Load) and name == (node.id if isinstance(node, ast.Name) else node.attr):
            yield node


def _is_kept_unread(script: Script, document: Document, node: ast.AST) -> bool:
    """Say whether a class is called for an object that is given a name alone, which nothing reads or imports."""
    call = document.parent(node)
    statement = document.parent(call) if isinstance(call, ast.Call) and call.func is node else None
    match statement:
        case ast.Assign([ast.Name(name)], value) if value is call:
            imported = (alias.name for each in script.documents for alias in each.nodes(ast.alias))
            return name not in imported and not any(any(_naming(each, name)) for each in script.documents)
    return False


def is_optimizer(script: Script, node: ast.expr) -> bool:
    """Say whether an expression is an optimizer: as far as it is followed, of a model, or of what a callback is for.

    So is the one inside of an optimizer that scales losses.
    """
    if any(script.role_of(value) in ROLES for value in script.values(node)):
        return True
    document = script.home(node)
    match script.slices.alias(document, node) if document is not None else node:
        case ast.Attribute(value=owner, attr="inner_optimizer"):
            return is_optimizer(script, owner)
        case ast.Attribute(value=owner, attr="optimizer") if any(
            script.role_of(value) == "model" for value in script.values(owner)
        ):
            return True
        case ast.Attribute(owner, "optimizer") if document is not None:
            return _is_own_model(script, document, owner) and is_in_callback(script, document, node)
    return False


def _is_own_model(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether an expression is the `model` of `self`, which in a callback is the one that it is for."""
    match script.slices.alias(document, node):
        case ast.Attribute(ast.Name("self"), "model"):
            return True
    return False


def endings(program: Program) -> Iterator[tuple[Document, ast.AST]]:
    """Yield where the methods of a project's callbacks end the training, or the process, each once."""
    seen: set[ast.AST] = set()
    for creation in program.calls:
        made = (each for each in program.instances(creation.node, "callback") if each.site.node is creation.node)
        for document, method in methods(program, creation) if any(made) else ():
            for node in ast.walk(method) if method not in seen else ():
                call = program.call(node) if isinstance(node, ast.Call) else None
                if _sets_stop(node) or (call is not None and _ends_process(call)):
                    yield document, node
            seen.add(method)


def _sets_stop(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(attr="stop_training", ctx=ast.Store()):
            return True
        case ast.Call(ast.Name("setattr"), [_, ast.Constant("stop_training"), _]):
            return True
    return False


def said_to_stop(document: Document, node: ast.expr) -> ast.expr | None:
    """Give what tells whether to stop where `stop_training` is set, if that is no literal."""
    match node, document.statement(node):
        case ast.Call(args=[_, _, value]), _:
            pass
        case _, ast.Assign(targets, value) if node in targets:
            pass
        case _:
            return None
    return None if isinstance(value, ast.Constant) else value


def _ends_process(call: Call) -> bool:
    return call.entry is not None and bool(call.entry.facts.get("ends-process"))


def methods(program: Program, creation: Call) -> Iterator[tuple[Document, ast.FunctionDef]]:
    """Yield the methods of a project's callback, with their files, those of its own class first."""
    for value in program.values(creation.node):
        if not isinstance(value, Instance) or not isinstance(value.of, Class) or value.site.node is not creation.node:
            continue
        for ancestor in program.flow.mro(value.of):
            if isinstance(ancestor, Class):
                body = getattr(ancestor.site.node, "body", [])
                yield from ((ancestor.site.module.document, each) for each in body if isinstance(each, ast.FunctionDef))
