"""The text of a document with some edits made, for tests."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from pathlib import Path

from farandole.source import Document, Edit, EditSet, parse


def document(text: str) -> Document:
    """Give the document of a text."""
    return parse(text, Path("train.py"))


def edited(text: str, *changes: Callable[[Document], Iterable[Edit]]) -> str:
    """Give the text after changes that are made apart from each other, each as a set of edits of its own."""
    parsed = document(text)
    edits = EditSet.union(EditSet.of(parsed, change(parsed)) for change in changes)
    new = edits.apply(parsed)
    ast.parse(new)
    return new


def stmt(document: Document, text: str) -> ast.stmt:
    """Find the first statement whose text begins with `text`, the innermost one of several."""
    found = [each for each in document.statements if document.segment(each).startswith(text)]
    return min(found, key=lambda each: (document.span(each).start, -document.span(each).start))


def expr(document: Document, text: str) -> ast.expr:
    """Find the first expression whose text is `text`."""
    nodes = (node for node in ast.walk(document.tree) if isinstance(node, ast.expr))
    return min((node for node in nodes if document.segment(node) == text), key=lambda node: document.span(node).start)


def call(document: Document) -> ast.Call:
    """Find the first call of a document, the outermost of several."""
    return next(node for node in ast.walk(document.tree) if isinstance(node, ast.Call))
