"""What chance decides before a loop draws its samples: a split into training and test data, values that are hidden.

All processes must decide it alike, or one trains on what another tests by; from the loop on each draws for itself.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from farandole.analysis.call_order import ways
from farandole.analysis.loops import LoopAt
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.sampling import reached, seeder
from farandole.rules.horovod.names import horovod
from farandole.source import Document, EditSet, layout

_SEEDERS = {"numpy.random.": "numpy.random.seed", "random.": "random.seed"}
"""The modules that draw from a generator of the whole process, and the function that seeds it."""

_SEEDS_TOO = ("tensorflow.keras.utils.set_random_seed",)


@dataclass(frozen=True)
class Decision:
    """The statement with which chance begins to decide, and the function that seeds its generator."""

    document: Document
    statement: ast.stmt
    function: str


def decisions(script: Script, loop: LoopAt, steps: Sequence[Call]) -> Iterator[Decision]:
    """Yield what is decided by chance before a loop that draws by the same generator, where nothing seeds that."""
    inside = list(reached(script, loop.node))
    within = set(inside)
    step = next((each for each in steps if each.node in within), None)
    if step is None or script.calls_to(*_SEEDS_TOO):
        return
    for module, function in _SEEDERS.items():
        if script.calls_to(function) or not any(_draws(script, node, module) for node in inside):
            continue
        found = [(document, first) for document, first in _first(script, within, step, module) if first is not None]
        if found:
            document, statement = found[-1]
            yield Decision(document, statement, function)


def _first(script: Script, within: set[ast.AST], step: Call, module: str) -> Iterator[tuple[Document, ast.stmt | None]]:
    """Yield, for each scope on the way to a step, the first statement before it that draws, from the inside out.

    `within` is what the loop runs. What trains draws samples, and decides nothing.
    """
    trained = {each.node for training in script.trainings for each in (*training.steps, *training.runs)}
    for document, scope, node in ways(script, step):
        calls = [call for call in script.calls if call.document is document and document.scope(call.node) is scope]
        before = (call for call in calls if call.node not in within and _stands_before(document, call.node, node))
        made = ((call, set(reached(script, call.node))) for call in before)
        drawing = [
            call
            for call, nodes in made
            if nodes.isdisjoint(trained) and any(_draws(script, each, module) for each in nodes)
        ]
        drawing.sort(key=lambda call: document.span(call.node).start)
        yield document, _outermost(document, drawing[0].node, node) if drawing else None


def _stands_before(document: Document, node: ast.AST, other: ast.AST) -> bool:
    return document.span(node).end <= document.span(other).start


def _outermost(document: Document, node: ast.AST, step: ast.AST) -> ast.stmt:
    """Give the statement of a node, or the outermost loop or condition around it that has not the step in it."""
    found = document.statement(node)
    around = set(document.ancestors(step))
    for outer in document.ancestors(node):
        if outer in around or isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module):
            break
        found = outer if isinstance(outer, ast.stmt) else found
    return found


def _draws(script: Script, node: ast.AST, module: str) -> bool:
    call = script.call(node)
    return call is not None and not call.receivers and any(name.startswith(module) for name in call.names)


def decision_edits(script: Script, loop: LoopAt, found: Sequence[Decision]) -> EditSet:
    """Give the edits that let all processes decide alike, and draw by themselves from the loop on."""
    edits = EditSet.empty()
    for each in found:
        for document, statement, seed, comment in (
            (each.document, each.statement, "0", "  # the same data in all processes"),
            (loop.document, loop.node, "{hvd}.rank()", ""),
        ):
            hvd, named = horovod(script, document), seeder(script, document, each.function)
            line = f"    {named.text}({seed.format(hvd=hvd.text)}){comment}"
            lines = layout.insert_before(document, statement, [f"if {hvd.text}.size() > 1:", line])
            once = [replace(edit, once=True) for edit in (*hvd.edits, *named.edits, *lines)]
            edits |= EditSet.of(document, once)
    return edits
