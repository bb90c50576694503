"""Control dependence: the conditions that decide whether a part of a function is run, and what each of them decides.

A condition decides what stands in its branches, and what stands below it where one of its branches leaves the block
(Ferrante, Ottenstein and Warren, The Program Dependence Graph, 1987).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import get_args

from farandole.analysis.answers import answered_once
from farandole.analysis.nodes import Loop
from farandole.analysis.scopes import FunctionNode
from farandole.source import Document

Leaving = ast.Return | ast.Raise | ast.Continue | ast.Break


@dataclass(frozen=True)
class Control:
    """A condition that decides whether a node is run.

    `holds` is the truth of its test where the node is run, None where that may be either. `leaving` is what else leaves
    the block above the node, None where the node stands in a branch of the condition.
    """

    by: ast.If | ast.IfExp | ast.While
    holds: bool | None
    leaving: Leaving | None = None

    @property
    def passes_over(self) -> bool:
        """Whether the node is left out where it is not run, and its loop or the callers of its function go on."""
        return not isinstance(self.leaving, ast.Break | ast.Raise)


def controls(document: Document, node: ast.AST) -> Iterator[Control]:
    """Yield the conditions that decide whether a node is run in its function, or module, the innermost first.

    Of a loop only those of the same turn are given: none that may have left the loop in a turn before.
    """
    inner = node
    for outer in document.ancestors(node):
        if isinstance(inner, ast.stmt):
            yield from above(document, inner)
        if isinstance(outer, FunctionNode):
            return
        match outer:
            case ast.If(test) | ast.While(test) if inner is not test:
                yield Control(outer, any(inner is member for member in outer.body))
            case ast.IfExp(test, body) if inner is not test:
                yield Control(outer, inner is body)
        inner = outer


def passing_over(document: Document, node: ast.AST, within: ast.AST) -> Iterator[Control]:
    """Yield the conditions in a loop, function or module by which a turn or call of that may pass a node over."""
    for each in controls(document, node):
        if each.passes_over and each.by is not within and document.contains(within, each.by):
            yield each


def above(document: Document, statement: ast.stmt) -> tuple[Control, ...]:
    """Give the conditions above a statement in its block in whose branches that is left, the nearest first."""
    return _above_each(document, document.block(statement)[0])[statement]


@answered_once
def _above_each(document: Document, first: ast.stmt) -> Mapping[ast.stmt, tuple[Control, ...]]:
    """Give the conditions above each statement of the block that begins with one, as `above` does."""
    found: dict[ast.stmt, tuple[Control, ...]] = {}
    leaving: tuple[Control, ...] = ()
    for statement in document.block(first):
        found[statement] = leaving
        if isinstance(statement, ast.If):
            leaving = (*_leaving_in(document, statement), *leaving)
    return found


def controlled(document: Document, holder: ast.If) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """Give the statements that are run where the test of an `if` holds, and those that are run where it does not.

    What stands below it in its block belongs to one branch where the other goes on with the next turn, or returns.
    """
    block = document.block(holder)
    below = block[block.index(holder) + 1 :]
    then, otherwise = [*holder.body], [*holder.orelse]
    if _goes_on_elsewhere(then):
        otherwise += below
    elif _goes_on_elsewhere(otherwise):
        then += below
    return then, otherwise


def _goes_on_elsewhere(block: list[ast.stmt]) -> bool:
    return bool(block) and isinstance(block[-1], ast.Continue | ast.Return)


def _leaving_in(document: Document, choice: ast.If) -> Iterator[Control]:
    """Yield a condition, and those in its branches, where these leave the block in which it stands."""
    within = (each for each in document.within(choice, *get_args(Leaving)) if isinstance(each, Leaving))
    nodes = [each for each in within if _leaves(document, each, choice)]
    found: dict[ast.If, Control] = {}
    for node in nodes:
        inner: ast.AST = node
        for outer in document.ancestors(node):
            if isinstance(outer, ast.If) and outer not in found:
                ends = inner is node and _is_of_chain(document, outer, choice)
                found[outer] = Control(outer, inner not in outer.body if ends else None, node)
            if outer is choice:
                break
            inner = outer
    yield from found.values()


def _is_of_chain(document: Document, choice: ast.AST, first: ast.If) -> bool:
    """Say whether an `if` is another one, or an `elif` of it that all come to which do not leave before it."""
    while choice is not first:
        outer = document.parent(choice)
        if not isinstance(outer, ast.If) or outer.orelse != [choice] or not isinstance(outer.body[-1], Leaving):
            return False
        choice = outer
    return True


def _leaves(document: Document, node: ast.AST, choice: ast.If) -> bool:
    """Say whether what leaves a block within a condition leaves the block of that: of no inner loop or function."""
    within = Loop | FunctionNode if isinstance(node, ast.Continue | ast.Break) else FunctionNode
    for outer in document.ancestors(node):
        if outer is choice:
            return True
        if isinstance(outer, within):
            return False
    return False
