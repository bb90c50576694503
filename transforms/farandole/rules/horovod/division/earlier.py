"""Trainings that are left out where a file is found that an earlier run has written: not every host may have it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from farandole.analysis.answers import answered_once
from farandole.analysis.call_order import ways
from farandole.analysis.effects.files import WRITES, Access
from farandole.analysis.program import Call
from farandole.frameworks.horovod.decisions import skipping_tests
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.horovod.division.outcome import Change
from farandole.source import Document, EditSet

_ASKS = (Access.PROBE, Access.READ)


def earlier_changes(script: Script, training: Training) -> Iterator[Change]:
    """Yield the questions that arise where a condition around a training's steps, or before them, asks for a file that the run writes."""
    tests = dict.fromkeys(
        (document, test)
        for step in training.step_calls
        for document, _, node in ways(script, step)
        for outer in (node, *document.ancestors(node))
        for test in _tests(script, document, outer)
    )
    asked = [(document, call) for document, test in tests for call in _calls(script, document, test)]
    if not asked:
        return
    told: set[Call] = set()
    for document, call in dict.fromkeys(asked):
        probed = [effect for effect in script.files.of(call) if effect.access in _ASKS]
        written = (each for each in script.files.effects if each.access in WRITES and each.call is not call)
        made = (
            next((each for each in written if any(each.meets(effect) for effect in probed)), None) if probed else None
        )
        if made is not None and made.call not in told:
            told.add(made.call)
            yield Change(
                EditSet.empty,
                f"whether the processes train depends on {document.quote(call.node)} in {document.place_of(call.node)}, "
                f"and rank 0 writes that in {made.call.document.place_of(made.call.node)}: on several hosts it must be in "
                "a folder that they share",
            )


def _tests(script: Script, document: Document, node: ast.AST) -> Iterator[ast.expr]:
    """Yield the condition that a node is, if it is one, and those by which a statement is not come to."""
    if isinstance(node, ast.If):
        yield node.test
    if isinstance(node, ast.stmt):
        yield from skipping_tests(document, node)
        yield from _leaving_tests(script, document, document.block(node)[0])[node]


@answered_once
def _leaving_tests(script: Script, document: Document, first: ast.stmt) -> Mapping[ast.stmt, tuple[ast.expr, ...]]:
    """Give the tests by which a function, or the script, is left before it comes to each statement of a block."""
    scope = document.scope(first)
    found: dict[ast.stmt, tuple[ast.expr, ...]] = {}
    tests: tuple[ast.expr, ...] = ()
    for statement in document.block(first):
        found[statement] = tests
        for node in document.within(statement, ast.Return, ast.Call):
            if document.scope(node) is scope and (isinstance(node, ast.Return) or _ends(script, node)):
                around = (statement, *(each for each in document.ancestors(node) if document.contains(statement, each)))
                tests = (*dict.fromkeys((*tests, *(each.test for each in around if isinstance(each, ast.If)))),)
    return found


def _ends(script: Script, node: ast.AST) -> bool:
    """Say whether a node is a call that ends the process."""
    call = script.call(node)
    return call is not None and bool(script.files.facts(call).get("ends-process"))


def _calls(script: Script, document: Document, test: ast.expr) -> Iterator[Call]:
    for node in script.slices.of(document, test):
        call = script.call(node)
        if call is not None:
            yield call
