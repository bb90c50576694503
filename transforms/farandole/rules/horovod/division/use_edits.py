"""The edits by which what a loop compares its counter with is divided, and what it computes from it sees all steps."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import replace
from functools import partial

from farandole.analysis.augmented import augmented
from farandole.analysis.loops import Count, is_range
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.counters import Uses
from farandole.rules.horovod.division.counts import edits_in_place
from farandole.rules.horovod.division.decided import decided_by, holder_of
from farandole.rules.horovod.division.fed import as_read
from farandole.rules.horovod.division.outcome import Change, edit_set
from farandole.rules.horovod.division.remainders import outer_remainders, period_meant, remainder
from farandole.rules.horovod.names import horovod
from farandole.source import Document, Edit, layout


def change_of(script: Script, document: Document, found: Uses) -> Change:
    """Give the change of the numbers and uses that `uses` found, with what it must be asked about."""
    return Change(partial(edit_set, document, partial(use_edits, script, document, found)), found.doubt)


def use_edits(script: Script, document: Document, found: Uses) -> tuple[Edit, ...]:
    """Give the edits of the numbers and uses that `uses` found."""
    hvd = horovod(script, document)
    edits = list(hvd.edits)
    for number in found.divided:
        period = period_meant(document, number)
        outer = _outer_period(script, document, period, found.divided)
        if outer is not None:
            edits += _within(document, number, outer, hvd.text)
        elif _counts_places(script, document, period):
            edits += layout.wrap(document, number, "-(-", f" // {hvd.text}.size())")
        else:
            edits += _parts(document, _in_steps(script, document, number), hvd.text)
    for number, later in found.later:
        edits += layout.wrap(document, number, f"max({later + 1}, ", f" // {hvd.text}.size())")
    for number in found.limits:
        edits += layout.wrap(document, number, "", f" // {hvd.text}.size()", ast.FloorDiv)
    for end, start in found.ends:
        edits += edits_in_place(script, Count(document, end, start))
    for turn, period in found.last:
        edits += layout.replace(document, turn, f"{_period_text(script, document, period, found, hvd.text)} - 1")
    for turns in found.listed:
        edits += layout.wrap(document, turns, f"[turn // {hvd.text}.size() for turn in ", "]")
    for node in found.multiplied:
        edits += layout.wrap(document, node, "", f" * {hvd.text}.size()", ast.Mult)
    return tuple(replace(edit, once=True) for edit in edits)


def _parts(document: Document, number: ast.expr, hvd: str) -> tuple[Edit, ...]:
    """Divide a number of turns, never to zero."""
    return layout.wrap(document, number, "max(1, ", f" // {hvd}.size())")


def _in_steps(script: Script, document: Document, number: ast.expr) -> ast.expr:
    """Give the part of a period that counts turns, where it is so many steps of the `range` of a loop around it.

    The period of each process is then as many whole steps: others than those its counter never comes to.
    """
    if not isinstance(number, ast.BinOp) or not isinstance(number.op, ast.Mult):
        return number
    loops = (each.iter for each in document.ancestors(number) if isinstance(each, ast.For))
    calls = (call for loop in loops for each in ast.walk(loop) if (call := script.call(each)) is not None)
    steps = {_meant(script, document, step) for call in calls if is_range(script, call) for step in call.node.args[2:]}
    if _meant(script, document, number.right) in steps:
        return number.left
    return number.right if _meant(script, document, number.left) in steps else number


def _meant(script: Script, document: Document, node: ast.expr) -> str:
    bound = script.slices.bound(document, node)
    return ast.dump(bound if isinstance(bound, ast.expr) else node)


def _counts_places(script: Script, document: Document, number: ast.expr) -> bool:
    """Say whether each turn of a period fills the next place of something, which has as many as there were to be filled.

    The period is rounded up then: rounded down it might come once more often than before.
    """
    test = next((each for each in document.ancestors(number) if remainder(script, each) is not None), None)
    found = remainder(script, test) if test is not None else None
    holder = holder_of(document, test) if isinstance(test, ast.expr) and found and found[1] is number else None
    nodes = [node for each in (decided_by(document, holder) if holder is not None else ()) for node in ast.walk(each)]
    added = {
        as_read(each.target) for each in map(augmented, nodes) if each is not None and isinstance(each.op, ast.Add)
    }
    filled = (each.slice for each in nodes if isinstance(each, ast.Subscript) and isinstance(each.ctx, ast.Store))
    return any(ast.dump(node) in added for index in filled for node in ast.walk(index))


def _outer_period(
    script: Script, document: Document, number: ast.expr, divided: Collection[ast.expr]
) -> ast.expr | None:
    """Give the period of a test around the one of a period, of the same counter: only at its turns the other is met."""
    tested_here = next((each for each in document.ancestors(number) if remainder(script, each) is not None), None)
    found = remainder(script, tested_here) if tested_here is not None else None
    if tested_here is None or found is None or found[1] is not number:
        return None
    periods = (period for _, (_, period) in outer_remainders(script, document, tested_here))
    return next((each for each in periods if each in divided), None)


def _within(document: Document, number: ast.expr, outer: ast.expr, hvd: str) -> tuple[Edit, ...]:
    """Divide a period as the one around it is, so that it stays so many of those, which the two quotients may not be."""
    part = next((each for each in ast.walk(number) if ast.dump(each) == ast.dump(outer)), None)
    if isinstance(number, ast.BinOp) and isinstance(number.op, ast.Mult) and isinstance(part, ast.expr):
        return _parts(document, part, hvd)
    return layout.replace(document, number, _periods_text(document, number, outer, hvd))


def _periods_text(document: Document, number: ast.expr, outer: ast.expr, hvd: str) -> str:
    """Give a period as so many of the one around it, which is divided."""
    text = document.segment(outer)
    match number, outer:
        case ast.Constant(int(whole)), ast.Constant(int(count)) if count and whole % count == 0:
            return f"{whole // count} * max(1, {text} // {hvd}.size())"
    return f"max(1, {text} // {hvd}.size()) * max(1, {document.segment(number)} // {text})"


def _period_text(script: Script, document: Document, period: ast.expr, found: Uses, hvd: str) -> str:
    """Give a period that is written down as it is divided."""
    outer = _outer_period(script, document, period, found.divided)
    if outer is not None:
        return _periods_text(document, period, outer, hvd)
    if _counts_places(script, document, period):
        return f"-(-{document.segment(period)} // {hvd}.size())"
    return f"max(1, {document.segment(period)} // {hvd}.size())"
