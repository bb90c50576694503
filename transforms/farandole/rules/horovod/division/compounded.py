"""Rates that a factor changes in each step, as where the best one is looked for: it is taken once for each process."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.tallies import runs_each_step
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.horovod.division.global_steps import is_size
from farandole.rules.horovod.division.outcome import Change
from farandole.rules.horovod.names import horovod
from farandole.rules.horovod.rates.assigned import factors
from farandole.source import Document, EditSet, layout


def compounded_changes(script: Script, training: Training, shrunk: frozenset[ast.AST]) -> Iterator[Change]:
    """Yield the changes of the factors by which each step changes a rate; a process takes a part of the steps.

    A factor that is computed from one process's part, `shrunk`, or from `hvd.size()`, is for its steps already.
    """
    for document in script.documents:
        for rate, factor in factors(script, document):
            if factor is None or not runs_each_step(script, training, document, rate):
                continue
            nodes = script.slices.of(document, factor).nodes
            if shrunk.isdisjoint(nodes) and not any(is_size(script.call(node)) for node in nodes):
                yield Change(partial(_power, script, document, factor))


def _power(script: Script, document: Document, factor: ast.expr) -> EditSet:
    hvd = horovod(script, document)
    edits = layout.wrap(document, factor, "", f" ** {hvd.text}.size()", ast.Pow)
    return EditSet.of(document, [replace(edit, once=True) for edit in (*hvd.edits, *edits)])
