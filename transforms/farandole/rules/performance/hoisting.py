"""What edits of this family have in common: new names, and what stands on the line of a statement."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from farandole.source import Document


def new_name(document: Document, wanted: str) -> str:
    """Give a name that the file does not have yet: the wanted one, or that with a number."""
    taken = {*_names(document), *dir(builtins)}
    numbered = (f"{wanted}_{number}" for number in range(2, len(taken) + 3))
    return wanted if wanted not in taken else next(name for name in numbered if name not in taken)


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
