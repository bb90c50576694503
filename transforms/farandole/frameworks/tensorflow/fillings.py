"""Iterators of a TensorFlow 1 graph that a session fills with one dataset or another: which of them is trained on."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from farandole.analysis.answers import answered_once
from farandole.analysis.call_order import calls_below, run_by
from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.session_runs import fetched_by, fetched_parts
from farandole.source import Document

_INITIALIZER = "tensorflow.data.Iterator.make_initializer"
STRUCTURE = "tensorflow.data.Iterator.from_structure"
"""What makes an iterator that holds no dataset yet."""

_RUN = "tensorflow.Session.run"


@dataclass(frozen=True)
class Fillings:
    """The calls that make what fills an iterator: before a training, and before other runs alone.

    `unclear` are those of which it can't be told.
    """

    training: tuple[Call, ...]
    others: tuple[Call, ...]
    unclear: tuple[Call, ...]


def dataset_trained_on(script: Script, iterator: Call) -> ast.expr | None:
    """Give the dataset with which an iterator is filled before a training; None where that is not one for sure."""
    found = fillings(script, iterator) if STRUCTURE in iterator.names else None
    if found is None or found.unclear or len(found.training) != 1:
        return None
    return found.training[0].argument("dataset")


def beside_trainings(script: Script) -> Iterator[Call]:
    """Yield the calls that make what fills an iterator before other runs than those that train."""
    for iterator in script.calls_to(STRUCTURE):
        if dataset_trained_on(script, iterator) is not None:
            yield from fillings(script, iterator).others


@answered_once
def fillings(script: Script, iterator: Call) -> Fillings:
    """Give what fills an iterator, by what follows where sessions run that."""
    made = [value for value in script.values(iterator.node) if isinstance(value, Instance)]
    filling = [call for call in script.calls_to(_INITIALIZER) if not call.receivers.isdisjoint(made)]
    search = _Search(script, filling)
    before = {call: {search.trains_after(*run) for run in search.runs_of(call)} for call in filling}
    return Fillings(
        tuple(call for call in filling if before[call] == {True}),
        tuple(call for call in filling if before[call] <= {False}),
        tuple(call for call in filling if before[call] not in ({True}, {False}, set())),
    )


class _Search:
    """A search for what a script runs after an iterator has been filled, up to where it is filled again."""

    def __init__(self, script: Script, filling: Sequence[Call]) -> None:
        """Search in a script for what `filling` makes."""
        self.script = script
        self.values = {call: frozenset(script.values(call.node)) for call in filling}
        every = frozenset(value for values in self.values.values() for value in values)
        self.fills = {call.node for call in script.calls if self._runs(call, every)}
        self.steps = {run.node for training in script.trainings for run in training.runs}
        self.others = {call.node for call in script.calls_to(_RUN)} - self.fills - self.steps

    def _runs(self, call: Call, values: frozenset[object]) -> bool:
        parts = fetched_parts(self.script, call) if fetched_by(self.script, call) else ()
        return any(not values.isdisjoint(self.script.values(part)) for part in parts)

    def runs_of(self, call: Call) -> Iterator[tuple[Document, ast.stmt]]:
        """Yield the statements in which a session runs what a call has made."""
        for each in self.script.calls:
            if each.node in self.fills and self._runs(each, self.values[call]):
                yield each.document, each.document.statement(each.node)

    def trains_after(
        self, document: Document, statement: ast.stmt, seen: frozenset[ast.AST] = frozenset()
    ) -> bool | None:
        """Say whether what a statement has filled is trained on; None where no run is seen before the next filling."""
        block = document.block(statement)
        found = self._first(block[block.index(statement) + 1 :])
        owner = document.owner(statement)
        if found is not None or statement in seen or isinstance(owner, ast.For | ast.While | ast.Module):
            return found
        if isinstance(owner, FunctionNode):
            places = [(call.document, call.document.statement(call.node)) for call in self.script.callers(owner)]
            answers = {self.trains_after(*place, seen | {statement}) for place in places}
            return next(iter(answers)) if len(answers) == 1 else None
        outer = owner if isinstance(owner, ast.stmt) else document.statement(owner)
        return self.trains_after(document, outer, seen | {statement})

    def _first(self, statements: Sequence[ast.stmt]) -> bool | None:
        """Say whether statements train before they fill the iterator again; None where they may run nothing of it."""
        found = None
        for each in statements:
            run = {node for body in run_by(self.script, each, calls_below) for node in ast.walk(body)}
            fills, trains = not run.isdisjoint(self.fills), not run.isdisjoint(self.steps)
            if fills:
                return self._within(each) if found is None else found
            if trains:
                return True
            if not run.isdisjoint(self.others):
                found = False
        return found

    def _within(self, statement: ast.stmt) -> bool | None:
        """Say what a statement that fills the iterator again does first with what it holds."""
        match statement:
            case ast.For(body=body) | ast.While(body=body) | ast.With(body=body) | ast.Try(body=body):
                return self._first(body)
        return None
