"""The changes that dividing a piece of work comes to."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from farandole.analysis.augmented import augmented
from farandole.analysis.loops import LoopAt
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.source import Document, Edit, EditSet
from farandole.source.binding import names_in


@dataclass(frozen=True)
class Slice:
    """A slice that gets a name before a statement, for some arrays that are read in or after it; `text` is its value."""

    document: Document
    before: ast.stmt
    name: str
    text: str
    nodes: frozenset[ast.expr]


@dataclass(frozen=True)
class Change:
    """One part of the change that divides a piece of work; `confirm` says why it wants a look, if it does.

    `divided` is the expression that stands for this process's part afterwards: what is computed from it has shrunk.
    `later` are calls that take a number of elements of that part. `ways` are those from the sources of a dataset to its
    training, each as the expressions that it passes: it is divided at one of them. `slice` is the one that it names.
    `alike` are calls by which all processes come to order samples alike, `apart` those by which each orders its own.
    """

    edits: Callable[[], EditSet]
    confirm: str = ""
    divided: ast.AST | None = None
    later: tuple[Call, ...] = ()
    ways: tuple[frozenset[ast.AST], ...] = ()
    slice: Slice | None = None
    alike: frozenset[Call] = frozenset()
    apart: frozenset[Call] = frozenset()


def edit_set(document: Document, edits: Callable[[], Iterable[Edit]]) -> EditSet:
    """Give the edits of one document."""
    return EditSet.of(document, edits())


def counted_on(loop: LoopAt) -> Iterator[Change]:
    """Yield the doubt about a counter that a loop of fewer turns leaves, and that is counted on from behind it."""
    document, target = loop.document, loop.node.target if isinstance(loop.node, ast.For) else None
    if target is None:
        return
    end, home = document.span(loop.node).end, document.scope(loop.node)
    named = [each for each in document.within(home, ast.Name) if isinstance(each, ast.Name)]
    for name in sorted(names_in(target)):
        behind = [each for each in named if each.id == name and document.span(each).start >= end]
        stored = (each for each in behind if isinstance(each.ctx, ast.Store))
        first = min(stored, key=lambda each: document.span(each).start, default=None)
        if first is not None and augmented(document.statement(first)) is not None:
            where = document.place_of(first, document)
            yield Change(
                EditSet.empty,
                f"{where} counts `{name}` on from where the loop ends, and that is earlier in each process",
            )


def hidden_counts(names: Iterable[str], where: str) -> Change:
    """Give the doubt about numbers of steps, by their parameters, that `*` or `**` of a call may pass."""
    told = " and ".join(f"`{name}`" for name in names)
    return Change(
        EditSet.empty, f"{told} of {where} must be divided by hvd.size() where it is set: `*` or `**` may hide it"
    )


def listed(script: Script, nodes: Iterable[ast.expr]) -> str:
    """Give some expressions of a script as a message lists them, each as its own file has it."""
    homes = ((script.home(node), node) for node in nodes)
    return " and ".join(dict.fromkeys(home.quote(node) for home, node in homes if home is not None))


def parted(changes: Iterable[Change]) -> frozenset[ast.AST]:
    """Give the expressions of which changes take this process's part: data, and numbers of turns."""
    changes = tuple(changes)
    divided = (change.divided for change in changes if change.divided is not None)
    return frozenset((*divided, *(node for each in slices(changes) for node in each.nodes)))


def slices(changes: Iterable[Change]) -> tuple[Slice, ...]:
    """Give the slices that changes name."""
    return tuple(change.slice for change in changes if change.slice is not None)
