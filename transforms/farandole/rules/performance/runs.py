"""Runs of a graph in a loop that are fed the same in each turn: what they compute from that alone can be fed, too."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from farandole.frameworks.script import Script
from farandole.rules.performance.hoisting import on_one_line
from farandole.source import Document, Edit, layout
from farandole.source.binding import names_in


@dataclass(frozen=True)
class FixedRun:
    """A run in each turn of a loop, with feeds that are the same in all turns."""

    document: Document
    run: ast.Call
    feeds: ast.Dict
    loop: ast.stmt


def fixed_run(script: Script, document: Document, run: ast.Call, loop: ast.stmt) -> FixedRun | None:
    """Give a run in a loop whose feeds are the same in each turn, and stand on one line; None for another one.

    The feeds are names for names that the loop uses for nothing else, and the loop neither binds the session nor changes
    items of anything.
    """
    call = script.call(run)
    feeds = call.argument("feed_dict") if call is not None else None
    if not isinstance(feeds, ast.Dict) or not feeds.keys or not on_one_line(feeds):
        return None
    given = [each for each in (*feeds.keys, *feeds.values) if isinstance(each, ast.Name)]
    nodes = list(ast.walk(loop))
    session = names_in(run.func)
    names = {each.id for each in given}
    used = [each for each in nodes if isinstance(each, ast.Name) and each.id in names]
    bound = {each.id for each in nodes if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load)}
    changes = any(isinstance(each, ast.Subscript) and not isinstance(each.ctx, ast.Load) for each in nodes)
    in_each_turn = document.statement(run) in getattr(loop, "body", [])
    if len(given) != 2 * len(feeds.keys) or len(used) != len(given) or session & bound or changes or not in_each_turn:
        return None
    return FixedRun(document, run, feeds, loop)


def computed_before(
    fixed_run: FixedRun, nodes: Sequence[str], known: Sequence[ast.expr], fixed: str
) -> tuple[Edit, ...]:
    """Run nodes of a graph, given by their names, once before a loop, and feed their values to the run in the loop.

    What was fed is fed still where it is read in other expressions than the `known` ones, from which the nodes are made. `fixed` is a new
    name, for the values.
    """
    document, run, feeds, loop = fixed_run.document, fixed_run.run, fixed_run.feeds, fixed_run.loop
    listed = f"[{', '.join(nodes)}]"
    once = f"{document.segment(run.func)}({listed}, feed_dict={document.segment(feeds)})"
    kept = [
        f"{document.segment(key)}: {document.segment(value)}"
        for key, value in zip(feeds.keys, feeds.values, strict=True)
        if isinstance(key, ast.Name) and _is_read_elsewhere(document, key.id, [*known, feeds])
    ]
    fed = f"{{{', '.join([*kept, f'**{fixed}'])}}}" if kept else fixed
    before = layout.insert_before(document, loop, [f"{fixed} = dict(zip({listed}, {once}))"])
    return (*before, *layout.replace(document, feeds, fed))


def _is_read_elsewhere(document: Document, name: str, known: Sequence[ast.expr]) -> bool:
    inside = {id(each) for expression in known for each in ast.walk(expression)}
    return any(
        isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Load) and id(each) not in inside
        for each in ast.walk(document.tree)
    )
