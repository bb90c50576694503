"""Arrays of which a counted loop takes slices: those that can be divided with its count."""

from __future__ import annotations

import ast

from farandole.rules.horovod.division.loops import Place
from farandole.script import Script


def arrays(script: Script, place: Place) -> list[ast.expr]:
    """Give the arrays that a loop over a range slices by its counter alone; nothing when one is indexed otherwise.

    What is sliced so belongs together: it is divided, or left, as a whole, whether it is known to be an array or not.
    """
    if not isinstance(place.node, ast.For):
        return []
    derived = _derived(place.node)
    found: list[ast.expr] = []
    for node in ast.walk(place.node):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            names = {each.id for each in ast.walk(node.slice) if isinstance(each, ast.Name)}
            if not script.instances(node.value, "array") and not (
                isinstance(node.slice, ast.Slice) and names & derived
            ):
                continue
            if not names & (derived | _assigned(place.node)):
                continue
            if not isinstance(node.slice, ast.Slice) or node.slice.step is not None or not names & derived:
                return []
            if _other_parts(node.slice, derived, _assigned(place.node)):
                return []
            if not isinstance(node.value, ast.Name | ast.Attribute):
                return []
            found.append(node.value)
    return found


def _assigned(loop: ast.For) -> set[str]:
    return {node.id for node in ast.walk(loop) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _derived(loop: ast.For) -> set[str]:
    """Give the names that the loop computes from its counter by arithmetic alone."""
    found = {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)}
    assigned = _assigned(loop)
    for _ in range(len(assigned)):
        for statement in ast.walk(loop):
            match statement:
                case ast.Assign([ast.Name(name)], value) if name not in found and _is_arithmetic(
                    value, found, assigned
                ):
                    found.add(name)
    return found


def _is_arithmetic(value: ast.expr, derived: set[str], assigned: set[str]) -> bool:
    names = {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}
    return bool(names & derived) and not _other_parts(value, derived, assigned)


def _other_parts(value: ast.expr, derived: set[str], assigned: set[str]) -> bool:
    """Say whether an expression holds more than arithmetic on derived names and on those that the loop leaves alone."""
    for node in ast.walk(value):
        match node:
            case ast.Name(name) if name in assigned and name not in derived:
                return True
            case ast.BinOp(op=ast.Mod() | ast.Div() | ast.Pow()) | ast.Call() | ast.Subscript():
                return True
    return False
