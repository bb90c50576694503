"""Where, in code that runs eagerly, a statement can follow a call once it has run."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from farandole.analysis.program import Program
from farandole.source import Document

T = TypeVar("T")


@dataclass(frozen=True)
class Anchor:
    """A statement after which something has happened, and the node in it that makes it happen."""

    document: Document
    statement: ast.stmt
    node: ast.AST


def anchors(program: Program, document: Document, node: ast.AST) -> tuple[Anchor, ...] | None:
    """Give the statements, outside traced functions, after which a node has been evaluated.

    A node in a function that is traced into a graph, in a `return` or in a lambda is followed to the calls of its
    function. Gives None when one of the ways ends where no statement can follow (an expression in the head of a loop, a
    function whose callers are not known).
    """
    found = list(_anchors(program, document, node, frozenset()))
    complete = [anchor for anchor in found if anchor is not None]
    return tuple(dict.fromkeys(complete)) if complete and len(complete) == len(found) else None


def leading(found: Iterable[tuple[Anchor, T]]) -> list[tuple[Anchor, T]]:
    """Keep the first of the anchors that stand in one block with the same thing to do: it is done by then."""
    kept: list[tuple[Anchor, T]] = []
    for anchor, thing in found:
        block = anchor.document.block(anchor.statement)
        earlier = (other for other, same in kept if same == thing and other.document is anchor.document)
        if not any(other.statement in block[: block.index(anchor.statement)] for other in earlier):
            kept.append((anchor, thing))
    return kept


def _anchors(program: Program, document: Document, node: ast.AST, seen: frozenset[ast.AST]) -> Iterator[Anchor | None]:
    traced = program.traced_function(document, node)
    if traced is not None:
        yield from _after_calls(program, traced[1], seen)
        return
    statement = document.statement(node)
    function = program.function(document, node)
    if isinstance(statement, ast.Return) or isinstance(function, ast.Lambda):
        if function is None:
            yield None
        else:
            yield from _after_calls(program, function, seen)
        return
    if _in_head(document, statement, node):
        yield None
        return
    yield Anchor(document, statement, node)


def _after_calls(program: Program, function: ast.AST, seen: frozenset[ast.AST]) -> Iterator[Anchor | None]:
    calls = program.callers(function) if function not in seen else ()  # type: ignore[arg-type]
    if not calls:
        yield None
    for call in calls:
        yield from _anchors(program, call.document, call.node, seen | {function})


def _in_head(document: Document, statement: ast.stmt, node: ast.AST) -> bool:
    """Say whether a node stands in the head of a compound statement (a condition, an iterable)."""
    return isinstance(statement, ast.If | ast.While | ast.For | ast.AsyncFor | ast.With | ast.AsyncWith | ast.Try)
