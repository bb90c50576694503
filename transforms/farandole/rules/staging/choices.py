"""Decisions by tensors in PyTorch: where they are, and which of them choose between two values of one shape."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.points_to.values import Instance, Library, Value
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage
from farandole.frameworks.staging.tensors import own_values, words
from farandole.rules.horovod.names import library
from farandole.rules.staging.control_flow import elementwise_of
from farandole.rules.staging.reporting import staged_nodes
from farandole.source import EditSet, layout

Decision = ast.If | ast.IfExp | ast.While


def decisions(script: Script, *stages: Stage) -> Iterator[tuple[Member, Decision]]:
    """Yield the branches and loops that a tensor decides."""
    for member, node in staged_nodes(script, *stages):
        if isinstance(node, Decision) and script.tensors.decides(member.document, node.test, member):
            yield member, node


def choice(script: Script, member: Member, node: Decision) -> tuple[str, str] | None:
    """Give the name that a branch binds and the arguments of a `where` in its place, or None where it isn't such one.

    Both values are computed element by element from one tensor, so that they have its shape and type.
    """
    document = member.document
    match node:
        case ast.IfExp(test, then, orelse):
            name = ""
        case ast.If(test, [ast.Assign([ast.Name(name)], then)], [ast.Assign([ast.Name(other)], orelse)]):
            if name != other or document.is_elif(node):
                return None
        case _:
            return None
    bases = {elementwise_of(then), elementwise_of(orelse)}
    base = next((each for each in ast.walk(then) if isinstance(each, ast.Name)), None)
    if len(bases) != 1 or "" in bases or base is None or not _keeps_type(then) or not _keeps_type(orelse):
        return None
    is_plain = script.tensors.is_tensor(document, test, member) and script.tensors.is_tensor(document, base, member)
    if not is_plain or any("\n" in document.segment(each) for each in (test, then, orelse)):
        return None
    if _is_comment_lost(member, node):
        return None
    return name, ", ".join(document.segment(each) for each in (test, then, orelse))


def held(script: Script, member: Member, node: Decision) -> tuple[str, str] | None:
    """Give the name that a branch binds and the arguments of a `torch.cond` in its place, or None where it isn't such one.

    Both values are tensors that are computed anew, by functions and layers that change nothing: `torch.cond` refuses others.
    """
    match node:
        case ast.IfExp(test, then, orelse):
            name = ""
        case ast.If(test, [ast.Assign([ast.Name(name)], then)], [ast.Assign([ast.Name(other)], orelse)]):
            if name != other or member.document.is_elif(node):
                return None
        case _:
            return None
    if not script.tensors.is_tensor(member.document, test, member) or _is_comment_lost(member, node):
        return None
    for each in (then, orelse):
        is_new = isinstance(each, ast.BinOp | ast.Call) and _changes_nothing(script, member, each)
        if not is_new or not script.tensors.is_tensor(member.document, each, member):
            return None
    texts = [member.document.segment(each) for each in (test, then, orelse)]
    if any("\n" in each for each in texts):
        return None
    return name, f"{texts[0]}, lambda: {texts[1]}, lambda: {texts[2]}"


def _changes_nothing(script: Script, member: Member, node: ast.expr) -> bool:
    for each in ast.walk(node):
        match each:
            case ast.Call(func):
                names = {_library_name(value) for value in own_values(script, func)}
                if not names or not all(map(_gives_new, names)):
                    return False
            case ast.NamedExpr() | ast.Await() | ast.Yield() | ast.YieldFrom() | ast.Lambda() | ast.Subscript():
                return False
            case ast.Name(name, ast.Load()):
                if script.scope(member.document, each).home(name) is None:
                    return False
    return True


def _library_name(value: Value) -> str:
    """Give the name of a library's function, or of the class of a library's object; an empty text for others."""
    of = value.of if isinstance(value, Instance) else value
    return of.name if isinstance(of, Library) else ""


def _gives_new(name: str) -> bool:
    module, _, last = name.rpartition(".")
    if module == "torch.nn":
        return last in _LAYERS
    return module in ("torch", "torch.nn.functional") and last in _FUNCTIONS


_LAYERS = words("Linear Conv1d Conv2d Conv3d ReLU GELU SiLU Sigmoid Tanh Softmax LayerNorm Embedding")
"""Layers that keep nothing from one call to the next."""
_FUNCTIONS = words(
    "abs add cos exp log matmul mean mul relu sigmoid sin softmax sqrt square sub sum tanh gelu silu linear zeros_like"
)
"""Functions that give a new tensor, which is no view of what they are given."""


def _keeps_type(node: ast.expr) -> bool:
    """Say whether a value has the type of the tensor in it: no division, and no fractions beside it."""
    return not any(
        isinstance(each, ast.Div | ast.Pow) or (isinstance(each, ast.Constant) and isinstance(each.value, float))
        for each in ast.walk(node)
    )


def _is_comment_lost(member: Member, node: Decision) -> bool:
    span = member.document.span(node)
    return any(span.start <= start < span.end for start in member.document.lexis.comments.values())


def choose(script: Script, member: Member, node: Decision, chosen: tuple[str, str], function: str = "where") -> EditSet:
    """Put a `torch.where` or `torch.cond` in the place of a choice."""
    name = library(script, member.document, "torch", "torch")
    target, arguments = chosen
    text = f"{name.text}.{function}({arguments})"
    if isinstance(node, ast.IfExp):
        edits = layout.replace(member.document, node, text)
    else:
        edits = layout.replace_statement(member.document, node, [f"{target} = {text}"])
    return EditSet.of(member.document, (*edits, *name.edits))
