"""The blocks of statements that nodes stand in."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from farandole.source import Document

Blocks = list[tuple[list[ast.stmt], ast.stmt]]


def blocks_around(document: Document, node: ast.AST) -> Blocks:
    """Give the blocks around a node, innermost first, with the statement in each that holds it."""
    found: Blocks = []
    each = node
    while not isinstance(each, ast.Module):
        if isinstance(each, ast.stmt):
            found.append((document.block(each), each))
        each = document.parent(each)
    return found


def innermost_common(nodes: Sequence[Blocks]) -> list[ast.stmt]:
    """Give the innermost block that all nodes of one file stand in, from the blocks around each."""
    first, *others = nodes
    return next(block for block, _ in first if all(any(block is each for each, _ in other) for other in others))
