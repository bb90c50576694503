"""Expressions that are computed once, before a loop; new names, and what stands on the line of a statement."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Collection, Iterator
from functools import partial
from itertools import takewhile
from types import UnionType

from farandole.source import Document, EditSet, layout

DECIDING = ast.If | ast.IfExp | ast.BoolOp | ast.Try | ast.ExceptHandler | ast.match_case
"""What decides whether a part of it is done: many turns of a loop, or calls of a function, may do without that."""

LATE = ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
"""What is made when it is asked for, and as often."""

_MOVES = ("to", "cuda", "cpu")


def stands_in(document: Document, node: ast.AST, outer: ast.AST, kinds: UnionType) -> bool:
    """Say whether a node stands in something of some types that is itself in an outer node."""
    for each in document.ancestors(node):
        if each is outer:
            return False
        if isinstance(each, kinds):
            return True
    return False


def new_name(document: Document, wanted: str, given: Collection[str] = ()) -> str:
    """Give a name that the file does not have yet, nor is among those given: the wanted one, or that with a number."""
    return numbered(wanted, {*_names(document), *dir(builtins), *given})


def numbered(wanted: str, taken: Collection[str]) -> str:
    """Give a name that is not taken: the wanted one, or that with a number."""
    others = (f"{wanted}_{number}" for number in range(2, len(taken) + 3))
    return wanted if wanted not in taken else next(name for name in others if name not in taken)


def _names(document: Document) -> Iterator[str]:
    for node in ast.walk(document.tree):
        match node:
            case (
                ast.Name(name) | ast.arg(name) | ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name)
            ):
                yield name
            case ast.alias(name, renamed):
                yield renamed or name.partition(".")[0]


def on_one_line(node: ast.expr | ast.stmt) -> bool:
    """Say whether a node begins and ends on the same line."""
    return node.lineno == node.end_lineno


def comment_behind(document: Document, statement: ast.stmt) -> str:
    """Give the comment on the last line of a statement, empty without one."""
    end = document.span(statement).end
    line = document.text[end:].partition("\n")[0].strip()
    return line if line.startswith("#") else ""


def alone_on_its_lines(document: Document, statement: ast.stmt) -> bool:
    """Say whether a statement shares no line with another one."""
    span = document.span(statement)
    before = document.text[: span.start].rpartition("\n")[2]
    after = document.text[span.end :].partition("\n")[0].strip()
    return not before.strip() and (not after or after.startswith("#"))


def before_loop(
    document: Document, node: ast.AST, loop: ast.AST, named: Callable[[Document, ast.AST, str], str]
) -> partial[EditSet] | None:
    """Give the edits that put an operation before a loop, or None where they can't be written safely.

    `named` gives a new name for a node: one that no other fix uses.
    """
    statement = document.statement(node)
    if not isinstance(node, ast.expr) or not isinstance(loop, ast.stmt):
        return None
    inside = takewhile(lambda outer: outer is not loop, document.ancestors(node))
    if any(isinstance(outer, ast.With | ast.AsyncWith) for outer in inside):
        return None  # it may name the graph, the device, or what is to be computed before
    if isinstance(statement, ast.Assign) and statement.value is node:
        return partial(_moved, document, statement, loop) if is_only_assignment(document, statement) else None
    name = named(document, node, word(document, node))
    return partial(_named, document, node, loop, name) if on_one_line(node) else None


def is_only_assignment(document: Document, statement: ast.Assign) -> bool:
    """Say whether an assignment is the only one of its name in the file, and stands above all that reads it."""
    match statement.targets:
        case [ast.Name(name)]:
            nodes = list(ast.walk(document.tree))
            named = [node for node in nodes if isinstance(node, ast.Name) and node.id == name]
            written = [node for node in named if not isinstance(node.ctx, ast.Load)]
            shared = any(isinstance(node, ast.Global | ast.Nonlocal) and name in node.names for node in nodes)
            above = any(document.span(node).start < document.span(statement).start for node in named)
            whole = on_one_line(statement) and alone_on_its_lines(document, statement)
            return len(written) == 1 and not above and not shared and whole
    return False


def _moved(document: Document, statement: ast.Assign, loop: ast.stmt) -> EditSet:
    comment = comment_behind(document, statement)
    line = document.segment(statement) + (f"  {comment}" if comment else "")
    edits = layout.insert_before(document, loop, [line]), layout.delete(document, statement)
    return EditSet.of(document, [edit for each in edits for edit in each])


def _named(document: Document, node: ast.expr, loop: ast.stmt, name: str) -> EditSet:
    edits = (
        layout.insert_before(document, loop, [f"{name} = {document.segment(node)}"]),
        layout.replace(document, node, name),
    )
    return EditSet.of(document, [edit for each in edits for edit in each])


def word(document: Document, node: ast.expr) -> str:
    """Give a word for an operation: the name of the function that makes it, or of the tensor that it is made from."""
    match node:
        case ast.Call(ast.Attribute(ast.Call() as made)):
            return word(document, made)
        case ast.Call(ast.Attribute(ast.Name(name), attr)) if attr in _MOVES:
            return f"{name}_{attr}"
        case ast.Call(ast.Attribute(attr=name)) | ast.Call(ast.Name(name)):
            return name
    return "fixed"
