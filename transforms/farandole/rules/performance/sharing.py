"""What becomes of a tensor where it is made: who takes it, and whether anyone may change or keep it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.effects.calls import is_mutating_method
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.source import Document

_VIEWS = ("T", "mT", "H", "mH", "data", "real", "imag")
_READ = ("shape", "dtype", "device", "ndim", "grad", "requires_grad", "is_cuda")
_BINDING = 20
"""The most names that a tensor is followed through."""


def taken_by(script: Script, document: Document, node: ast.expr) -> list[ast.Call] | None:
    """Give the calls of unknown functions that take a tensor or a view of it; None where it may be changed or kept.

    Each use must be one that is known to leave it alone: an operator, an operation that the catalogue has as pure, a view of it, which
    is followed in turn, or a name, whose uses are.
    """
    takers: list[ast.Call] = []
    waiting: list[ast.expr] = [node]
    seen: set[ast.expr] = set()
    while waiting:
        use = waiting.pop()
        if use in seen:
            continue
        seen.add(use)
        following = _following(script, document, use, takers)
        if following is None or len(seen) > _BINDING * 10:
            return None
        waiting += following
    return takers


def _following(  # noqa: PLR0911
    script: Script, document: Document, use: ast.expr, takers: list[ast.Call]
) -> list[ast.expr] | None:
    """Give the expressions that stand for the same memory by way of one use; None where it may be changed or kept."""
    parent = document.parent(use)
    if isinstance(parent, ast.keyword):
        parent = document.parent(parent)
    while isinstance(parent, ast.List | ast.Tuple) and isinstance(outer := document.parent(parent), ast.Call):
        return [] if _is_pure(script, outer, aliases=False) else None
    match parent:
        case ast.BinOp() | ast.Compare() | ast.Expr() | ast.FormattedValue():
            return []
        case ast.UnaryOp(op):
            return None if isinstance(op, ast.UAdd) else []
        case ast.AugAssign(value=value) if value is use:
            return []
        case ast.Subscript(value=value, ctx=context):
            return ([parent] if value is use else []) if isinstance(context, ast.Load) else None
        case ast.Attribute(value=value, attr=name, ctx=ast.Load()) if value is use:
            return _of_member(script, document, parent, name)
        case ast.Call():
            return _of_taker(script, parent, takers)
        case ast.Assign(targets) if all(isinstance(each, ast.Name) for each in targets):
            names = [each for each in targets if isinstance(each, ast.Name)]
            return [found for each in names for found in uses_of(script, document, each)]
    return None


def _of_member(script: Script, document: Document, member: ast.Attribute, name: str) -> list[ast.expr] | None:
    call = document.parent(member)
    if not isinstance(call, ast.Call) or call.func is not member:
        return [member] if name in _VIEWS else [] if name in _READ else None
    if name.endswith("_") and not name.endswith("__"):
        return None
    method = script.catalog.entry(f"torch.Tensor.{name}")
    if _is_pure(script, call, aliases=False):
        return []
    views = method is not None and method.facts.get("aliases") is True
    pure = method is not None and method.facts.get("pure") is True
    if name == "numpy":
        return [call]
    return ([call] if views else []) if pure or _is_pure(script, call, aliases=True) else None


def _of_taker(script: Script, call: ast.Call, takers: list[ast.Call]) -> list[ast.expr]:
    if _is_pure(script, call, aliases=False) or _is_printed(script.call(call)) or _is_method_of_tensors(script, call):
        return []
    if not _is_pure(script, call, aliases=True):
        takers.append(call)
        return []
    return [call]


def _is_method_of_tensors(script: Script, call: ast.Call) -> bool:
    """Say whether a call has the name of a method that only tensors have, which at most changes the one that it is called on."""
    match call.func:
        case ast.Attribute(attr=name) if not is_mutating_method(script.catalog, name) or name.endswith("_"):
            method = script.catalog.entry(f"torch.Tensor.{name}")
            known = method is not None and (method.facts.get("pure") is True or method.facts.get("mutates") is True)
            found = script.call(call)
            return known and (found is None or not found.functions)
    return False


def _is_printed(call: Call | None) -> bool:
    return call is not None and call.names <= {"builtins.print", "builtins.len", "builtins.str"} and bool(call.names)


def _is_pure(script: Script, node: ast.Call, aliases: bool) -> bool:
    """Say whether a call computes something new from what it takes; with `aliases` also where it may be a view of that."""
    call = script.call(node)
    if call is None or not call.names or call.functions or call.hides_arguments:
        return False
    entries = [script.catalog.entry(name) for name in call.names]
    if any(call.keyword(name) is not None for name in ("out", "inplace")):
        return False
    return all(
        each is not None and each.facts.get("pure") is True and (aliases or not each.facts.get("aliases"))
        for each in entries
    )


def uses_of(script: Script, document: Document, target: ast.Name) -> Iterator[ast.expr]:
    """Yield where a name is read or changed that a tensor is assigned to."""
    home = script.scope(document, target).home(target.id)
    if home is not None:
        yield from script.def_use.uses.get((home, target.id), ())
    scope = document.scope(target)
    for each in document.within(scope, ast.AugAssign):
        if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name) and each.target.id == target.id:
            yield each.target
