"""What progress bars are told to be the number of turns of a loop that is divided."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.loops import LoopAt
from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call
from farandole.frameworks.script import Script

_TELLS = frozenset({"add", "next", "update"})
"""Methods of a progress bar that tell it of a turn."""


def told_totals(script: Script, loop: LoopAt) -> Iterator[ast.expr]:
    """Yield the number of turns that each progress bar is told of a loop.

    Such a bar is made beside the loop, not in its body, and shows the turns of no other one: it is around what the loop
    goes through, or is told of each turn in it.
    """
    document = loop.document
    scope = document.scope(loop.node)
    for bar in script.creations("progress-bar"):
        total = _total(bar)
        if total is None or bar.document is not document or document.scope(bar.node) is not scope:
            continue
        if not _is_in_body(loop, bar.node) and (_is_around(script, loop, bar) or _is_told(script, loop, bar)):
            yield total


def _total(bar: Call) -> ast.expr | None:
    name = bar.entry.facts.get("count") if bar.entry is not None else None
    return bar.argument(name) if isinstance(name, str) else None


def _is_in_body(loop: LoopAt, node: ast.AST) -> bool:
    return any(loop.document.contains(each, node) for each in loop.node.body)


def _is_around(script: Script, loop: LoopAt, bar: Call) -> bool:
    if not isinstance(loop.node, ast.For | ast.AsyncFor):
        return False
    return any(_is_bar(script, each, bar) for each in loop.document.within(loop.node.iter, ast.expr))


def _is_told(script: Script, loop: LoopAt, bar: Call) -> bool:
    told = [
        each
        for each in loop.document.attributes(*sorted(_TELLS))
        if _is_bar(script, each.value, bar) and isinstance(loop.document.parent(each), ast.Call)
    ]
    return bool(told) and all(_is_in_body(loop, each) for each in told)


def _is_bar(script: Script, node: ast.expr, bar: Call) -> bool:
    return any(isinstance(each, Instance) and each.site.node is bar.node for each in script.values(node))
