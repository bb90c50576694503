"""Functions that hand back what they open, with a path and a mode that they are given: their calls open files."""

from __future__ import annotations

import ast
from dataclasses import replace

from farandole.analysis.program import Call, Program
from farandole.analysis.scopes import FunctionNode, defaulted, positional
from farandole.catalog import Entry

OPEN = "builtins.open"

WRITING = frozenset("wax+")
"""The letters of a mode by which a file is opened to be written."""


def opener(program: Program, function: FunctionNode) -> Entry | None:
    """Give what the catalogue would say of a function that does no more than open, with its own parameters.

    It returns what one function opens, at a path and in a mode that are parameters of its own, the mode `r` where it is
    left out, as in `def open_file(name, mode="r"): return open(name, mode, encoding="utf-8")`. None for other ones,
    for methods, and for those of which it is not seen what they are called with.
    """
    if not isinstance(function, ast.FunctionDef) or function.decorator_list or program.takers(function):
        return None
    callers = program.callers(function)
    if not callers or any(call.receivers or call.hides_arguments for call in callers):
        return None
    returned = [program.call(value) if value is not None else None for value in _returned(function.body)]
    found = {_handed_on(program, function, call) if call is not None else None for call in returned}
    handed = found.pop() if len(found) == 1 else None
    if handed is None or handed[1] in _others_by_default(function):
        return None
    path, mode = handed
    entry = program.catalog.entry(OPEN)
    assert entry is not None
    facts = {**entry.facts, "path": path, "writes-by-mode": mode}
    return replace(entry, parameters=tuple(each.arg for each in positional(function)), facts=facts)


def opens(call: Call) -> bool:
    """Say whether a call is one of Python's `open`, or of a function `open` of a library that is not read."""
    if call.functions:
        return False
    if call.entry is not None:
        return call.entry.name == OPEN
    return bool(call.names) and not call.receivers and all(name.endswith(".open") for name in call.names)


def _handed_on(program: Program, function: ast.FunctionDef, call: Call) -> tuple[str, str] | None:
    """Give the parameters of a function that it hands on to `open`, for the path and for the mode."""
    if not opens(call):
        return None
    opening = replace(call, entry=program.catalog.entry(OPEN))
    names = {each.arg for each in positional(function)}
    match opening.argument("file"), opening.argument("mode"):
        case ast.Name(path), ast.Name(mode) if {path, mode} <= names:
            return path, mode
    return None


def _others_by_default(function: ast.FunctionDef) -> frozenset[str]:
    """Give the parameters that have another default than a mode in which a file is read."""
    return frozenset(each.arg for each, default in defaulted(function) if not _is_reading(default))


def _is_reading(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and not WRITING & set(node.value)


def _returned(body: list[ast.stmt]) -> list[ast.expr | None]:
    """Give what is returned where a body does nothing else but choose; None stands for what it does besides."""
    found: list[ast.expr | None] = []
    for statement in body:
        match statement:
            case ast.Return(value):
                found.append(value)
            case ast.If(_, then, otherwise):
                found += [*_returned(then), *_returned(otherwise)]
            case ast.Expr(ast.Constant()):
                continue
            case _:
                found.append(None)
    return found
