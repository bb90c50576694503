"""Loops that go on until a time is over: each process trains for its part of that."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.loops import Count, LoopAt, as_comparison, exits
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.fed import is_arithmetic
from farandole.rules.horovod.division.sampling import reached
from farandole.rules.horovod.names import horovod
from farandole.source import Document, Edit, layout
from farandole.source.binding import names_in, stored_among

_CLOCKS = frozenset(
    {
        *(f"time.{name}" for name in ("clock", "monotonic", "perf_counter", "process_time", "time")),
        *(f"datetime.datetime.{name}" for name in ("now", "today", "utcnow")),
        "timeit.default_timer",
    }
)


def time_limit(script: Script, place: LoopAt) -> Count | None:
    """Give what a loop compares the time with that it has taken, where nothing else ends it or asks for that time."""
    if not isinstance(place.node, ast.While):
        return None
    inside = set(reached(script, place.node))
    if not any(each.node in inside for each in script.calls_to(*_CLOCKS)):
        return None
    for test in _tests(place, place.node):
        found = _limit(script, place, test, inside)
        if found is not None and not any(_asks_clock(script, *each) for each in _others(script, test, inside)):
            return Count(place.document, found)
    return None


def time_edits(script: Script, limit: Count) -> tuple[Edit, ...]:
    """Give the edits that divide a time."""
    hvd = horovod(script, limit.document)
    return (*hvd.edits, *layout.wrap(limit.document, limit.node, "", f" / {hvd.text}.size()", ast.Div))


def _tests(place: LoopAt, loop: ast.While) -> Iterator[ast.expr]:
    """Yield the conditions that end a loop: its own, or where that is a constant, those of the ways out."""
    if not isinstance(loop.test, ast.Constant):
        yield loop.test
    else:
        yield from (conditions[-1].test for conditions in exits(place) if conditions)


def _limit(script: Script, place: LoopAt, test: ast.expr, inside: set[ast.AST]) -> ast.expr | None:
    """Give the side of a comparison that stays as it is, where the other is the time that has passed."""
    match _compared(script, test):
        case ast.Compare(left, [ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], [right]):
            for passed, limit in ((left, right), (right, left)):
                stays = names_in(limit).isdisjoint(stored_among(inside)) and not _asks_clock(
                    script, place.document, limit
                )
                if stays and _is_time(script, place.document, passed, inside):
                    return limit
    return None


def _compared(script: Script, test: ast.expr) -> ast.expr:
    """Give the comparison that a condition is, or the only one of which rank 0 says for all whether it holds."""
    compared = [each for each in ast.walk(test) if isinstance(each, ast.Compare)]
    decided = isinstance(as_comparison(script, test), ast.Call) and len(compared) == 1
    return as_comparison(script, compared[0] if decided else test)


def _is_time(script: Script, document: Document, node: ast.expr, inside: set[ast.AST]) -> bool:
    """Say whether an expression is computed from differences of what clocks say, and in a loop from nothing else."""
    within = script.slices.of(document, node).nodes
    clocks = {each.node for each in script.calls_to(*_CLOCKS) if each.node in within}
    differs = any(isinstance(each, ast.BinOp) and isinstance(each.op, ast.Sub) for each in within)
    others = (each for each in within & inside if isinstance(each, ast.Call) and each not in clocks)
    return differs and not clocks.isdisjoint(inside) and all(_computes(script, each) for each in others)


def _computes(script: Script, node: ast.Call) -> bool:
    return is_arithmetic(script, node) or (isinstance(node.func, ast.Attribute) and node.func.attr == "total_seconds")


def _others(script: Script, test: ast.expr, inside: set[ast.AST]) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the comparisons that a loop runs beside the one that ends it."""
    own = set(ast.walk(test))
    for document in script.documents:
        for each in document.nodes(ast.Compare):
            if each in inside and each not in own and isinstance(each, ast.expr):
                yield document, each


def _asks_clock(script: Script, document: Document, node: ast.expr) -> bool:
    within = script.slices.of(document, node).nodes
    return any(each.node in within for each in script.calls_to(*_CLOCKS))
