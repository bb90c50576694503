"""The input function of an Estimator is divided where it is handed over, when it serves other purposes as well."""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import partial

from farandole.analysis.points_to.relations import Result
from farandole.analysis.points_to.values import Function
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.datasets import Path, is_dataset, is_endless, paths
from farandole.rules.horovod.division.outcome import Change
from farandole.rules.horovod.division.pipelines import Pipeline
from farandole.rules.horovod.names import horovod
from farandole.source import EditSet, layout

_RUN_CONFIG = "tensorflow.estimator.RunConfig"
_PASSED = frozenset({"mode", "params", "config", "input_context"})
"""What an Estimator passes to an input function that has parameters of these names."""


def at_call(script: Script, read: Pipeline) -> Change | None:
    """Give the change that lets `train` alone take every `size`-th batch of an input function without an end.

    None where the processes need not see one order. An Estimator gives its graph the seed of its `RunConfig`, by default
    the same in all processes, so shuffling does not disturb it.
    """
    values = script.values(read.node)
    functions = [value for value in values if isinstance(value, Function) and _gives_dataset(script, value)]
    ways = [path for dataset in read.datasets for path in paths(script, dataset, read.slice)]
    if not isinstance(read.node, ast.Name | ast.Attribute) or not ways or len(functions) != len(values):
        return None
    if not _is_seeded(script) or not all(_is_agreed(path) and is_endless(script, path) for path in ways):
        return None
    return Change(partial(_edits, script, read))


def _edits(script: Script, read: Pipeline) -> EditSet:
    hvd = horovod(script, read.document)
    mine = f"{read.document.segment(read.node)}().shard({hvd.text}.size(), {hvd.text}.rank())"
    edits = layout.wrap(read.document, read.node, "", f" if {hvd.text}.size() == 1 else lambda: {mine}")
    return EditSet.of(read.document, [replace(edit, once=True) for edit in (*hvd.edits, *edits)])


def _gives_dataset(script: Script, function: Function) -> bool:
    results = script.flow.ask(Result(function.site.node))
    arguments = getattr(function.site.node, "args", None)
    named = arguments.args + arguments.kwonlyargs if isinstance(arguments, ast.arguments) else []
    passed = any(parameter.arg in _PASSED for parameter in named)
    return bool(results) and all(is_dataset(script, each) for each in results) and not passed


def _is_seeded(script: Script) -> bool:
    seeds = [call.argument("tf_random_seed") for call in script.calls_to(_RUN_CONFIG)]
    return all(seed is None or None not in script.constants(seed) for seed in seeds)


def _is_agreed(path: Path) -> bool:
    return all(stage.agreed or stage.kind == "shuffle" for stage in path)
