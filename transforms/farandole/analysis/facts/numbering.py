"""Numbers for the nodes of a program's texts, which are what facts are about."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from farandole.analysis.program import Program
from farandole.source import Document

NUMBERED = (ast.Module, ast.stmt, ast.expr, ast.ExceptHandler, ast.arg)
"""The kinds of nodes that have a number."""


@dataclass(frozen=True, eq=False)
class Numbering:
    """The statements, expressions, parameters and modules of a program, numbered from 1 in the order of the text.

    Left out is what the script never runs, such as the body of a function of a module of which it needs others.
    """

    program: Program

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """The nodes; the one with number 1 comes first."""
        return tuple(self._by_number)

    @cached_property
    def numbers(self) -> dict[ast.AST, int]:
        """The number of each node."""
        return {node: number for number, node in enumerate(self._by_number, 1)}

    def of(self, *kinds: type[ast.AST]) -> Iterator[tuple[int, ast.AST, Document]]:
        """Yield the numbered nodes of some kinds with number and document."""
        for document in self.program.documents:
            for node in document.nodes(*kinds):
                if node in self.numbers:
                    yield self.numbers[node], node, document

    def node(self, number: int) -> ast.AST:
        """Give the node with a number."""
        return self.nodes[number - 1]

    def document(self, node: ast.AST) -> Document:
        """Give the file in which a numbered node stands."""
        return self._by_number[node]

    @cached_property
    def _by_number(self) -> dict[ast.AST, Document]:
        return {
            node: document
            for document in self.program.documents
            for node in document.nodes(*NUMBERED)
            if isinstance(node, ast.Module) or self.program.may_run(document, node)
        }
