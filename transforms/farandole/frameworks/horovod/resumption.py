"""Where a resumed training goes on: each host looks for a checkpoint of its own, and only that of rank 0 has one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from farandole.analysis.loops import Loop, chains, range_counts
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.analysis.slicing import Slices
from farandole.frameworks.script import Script
from farandole.source import Document
from farandole.source.binding import names_in

_CHECKPOINTS = frozenset(
    {
        "tensorflow.train.latest_checkpoint",
        "tensorflow.train.get_checkpoint_state",
        "tensorflow.estimator.Estimator.latest_checkpoint",
        "tensorflow.io.gfile.glob",
        "tensorflow.io.gfile.listdir",
        "os.listdir",
        "os.scandir",
        "glob.glob",
        "glob.iglob",
        "pathlib.Path.glob",
        "pathlib.Path.iterdir",
    }
)
"""What looks for checkpoints, by itself or among the names of files."""


@dataclass(frozen=True)
class ResumedStart:
    """The first turn of a loop that trains, and the call that looks for the checkpoint from which it comes.

    `name` is the variable that holds it before the loop; empty where no statement before the loop can set it.
    """

    document: Document
    loop: ast.stmt
    start: ast.expr
    found: ast.Call
    name: str


def resumed_starts(script: Script, slices: Slices, step: Call) -> Iterator[ResumedStart]:
    """Yield the first turns of the loops around a training step that come from a checkpoint."""
    for chain in chains(script, step.document, step.node):
        for place in chain:
            for count in range_counts(script, place):
                start = count.start
                if start is None or isinstance(start, ast.Constant):
                    continue
                within = slices.of(count.document, start)
                if any(_asks_for_size(script, node) for node in within):
                    continue
                found = (node for node in within if isinstance(node, ast.Call) and _looks(script, node))
                first = min(found, key=lambda node: (node.lineno, node.col_offset), default=None)
                if first is not None:
                    name = _variable(count.document, place.node, start)
                    yield ResumedStart(count.document, place.node, start, first, name)


def _looks(script: Script, node: ast.Call) -> bool:
    call = script.call(node)
    return call is not None and not call.names.isdisjoint(_CHECKPOINTS)


def _asks_for_size(script: Script, node: ast.AST) -> bool:
    """Say whether a node lets rank 0 say the turn for all."""
    call = script.call(node)
    return call is not None and any(name.startswith("horovod.") and "broadcast" in name for name in call.names)


def _variable(document: Document, loop: ast.stmt, start: ast.expr) -> str:
    """Give the only variable that a start is computed from, where the loop stands in no other loop of its function."""
    names = names_in(start)
    for outer in document.ancestors(loop):
        if isinstance(outer, FunctionNode):
            break
        if isinstance(outer, Loop):
            return ""
    return names.pop() if len(names) == 1 and not any(isinstance(node, ast.Call) for node in ast.walk(start)) else ""
