"""The input function of an Estimator is divided where it is handed over, when it serves other purposes as well."""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import partial

from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.relations import Result
from farandole.analysis.points_to.values import Function, Instance
from farandole.analysis.program import PARTIAL
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.datasets import Path, is_dataset, is_endless, paths
from farandole.rules.horovod.division.outcome import Change
from farandole.rules.horovod.division.pipelines import Pipeline
from farandole.rules.horovod.division.sharding import share_function
from farandole.rules.horovod.names import Name, horovod
from farandole.source import EditSet, layout

_RUN_CONFIG = "tensorflow.estimator.RunConfig"
_PASSED = frozenset({"mode", "params", "config", "input_context"})
"""What an Estimator passes to an input function that has parameters of these names."""


def at_call(script: Script, read: Pipeline, counted: bool) -> Change | None:
    """Give the change that lets `train` alone take its part of the batches that an input function gives.

    None where the processes need not see one order, or would take steps without an end that nobody has `counted`. An Estimator gives its graph the seed of its `RunConfig`, by default
    the same in all processes, so shuffling does not disturb it.
    """
    values = script.values(read.node)
    functions = [value for value in values if isinstance(value, Function) and _gives_dataset(script, read.node, value)]
    given = ordered(each for function in functions for each in script.flow.ask(Result(function.site.node)))
    found = [paths(script, each, read.slice) for each in given if isinstance(each, Instance)]
    ways = [path for each in found for path in each]
    is_written = isinstance(read.node, ast.Name | ast.Attribute | ast.Lambda | ast.Call)
    if not is_written or not found or not all(found) or len(functions) != len(values):
        return None
    if not _is_seeded(script) or not all(map(_is_agreed, ways)):
        return None
    endless = all(is_endless(script, path) for path in ways)
    return Change(partial(_edits, script, read, endless)) if counted or not endless else None


def _edits(script: Script, read: Pipeline, endless: bool) -> EditSet:
    """Give the edits that put what divides its data around an input function: it is made where it is handed over."""
    hvd = horovod(script, read.document)
    share = Name("", hvd.edits) if endless else share_function(script, read.document)
    mine = f"shard({hvd.text}.size(), {hvd.text}.rank())"
    chosen = f".apply(lambda data: data.{mine} if {hvd.text}.size() > 1 else data)"
    begin, end = ("", chosen) if endless else (f"{share.text}(", ")")
    match read.node:
        case ast.Lambda(body=body):
            edits = layout.wrap(read.document, body, begin, end)
        case ast.Call():
            edits = layout.wrap(read.document, read.node, "lambda made=", f": {begin}made(){end}")
        case _ if endless:
            given = read.document.segment(read.node)
            edits = layout.wrap(
                read.document, read.node, "", f" if {hvd.text}.size() == 1 else lambda: {given}().{mine}"
            )
        case _:
            edits = layout.wrap(read.document, read.node, f"lambda: {begin}", f"(){end}")
    return EditSet.of(read.document, [replace(edit, once=True) for edit in (*share.edits, *edits)])


def _gives_dataset(script: Script, node: ast.expr, function: Function) -> bool:
    """Say whether an input function gives a dataset, and is passed nothing that it has not been given before."""
    results = script.flow.ask(Result(function.site.node))
    arguments = getattr(function.site.node, "args", None)
    named = arguments.args + arguments.kwonlyargs if isinstance(arguments, ast.arguments) else []
    call = script.call(node)
    given: set[str | None] = set()
    if call is not None and PARTIAL in call.names and not call.hides_arguments:
        given = {each.arg for each in call.node.keywords} | {each.arg for each in named[: len(call.node.args) - 1]}
    passed = {parameter.arg for parameter in named} & _PASSED - given
    return bool(results) and all(is_dataset(script, each) for each in results) and not passed


def _is_seeded(script: Script) -> bool:
    seeds = [call.argument("tf_random_seed") for call in script.calls_to(_RUN_CONFIG)]
    return all(seed is None or None not in script.constants(seed) for seed in seeds)


def _is_agreed(path: Path) -> bool:
    """Say whether all processes see one order of what a path gives, in graphs of one seed."""
    return all(stage.agreed or stage.kind == "shuffle" or stage.takes_seed for stage in path)
