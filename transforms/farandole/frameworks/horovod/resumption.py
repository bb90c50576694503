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

_LEFT = frozenset(
    {
        "os.path.exists",
        "os.path.isfile",
        "os.path.isdir",
        "tensorflow.io.gfile.exists",
        "tensorflow.io.gfile.isdir",
        "pathlib.Path.exists",
        "pathlib.Path.is_file",
        "pathlib.Path.is_dir",
        "pandas.read_csv",
        "numpy.load",
        "numpy.loadtxt",
        "pickle.load",
    }
)
"""What asks for, or reads, what a run has left: where it says in which epoch a `fit` begins, a checkpoint or a log."""


_RESTORING = frozenset(
    {
        "tensorflow.train.Checkpoint.restore",
        "tensorflow.train.Checkpoint.read",
        "tensorflow.train.CheckpointManager.restore_or_initialize",
    }
)
"""What gives variables the values that a run has left: each host those that it finds."""


@dataclass(frozen=True)
class ResumedStart:
    """The first turn of a loop, or epoch of a `fit`, that trains, and the call that looks for its checkpoint.

    `statement` is the loop, or that of the `fit`. `name` is the variable or attribute that holds the start before it;
    empty where nothing before it can set it.
    """

    document: Document
    statement: ast.stmt
    start: ast.expr
    found: ast.Call
    name: str

    @property
    def is_outermost(self) -> bool:
        """Whether the statement stands in no loop of its function, so that all processes come to it equally often."""
        return _is_outermost(self.document, self.statement)


def resumed_starts(script: Script, slices: Slices, step: Call) -> Iterator[ResumedStart]:
    """Yield the first turns of the loops around a training step, and its first epoch, that come from a checkpoint."""
    for chain in chains(script, step.document, step.node):
        for place in chain:
            for count in range_counts(script, place):
                if count.start is not None:
                    found = _call_for(script, slices, count.document, count.start, _CHECKPOINTS)
                    found = found or _restoring(script, slices, count.document, count.start)
                    if found is not None:
                        name = _variable(count.document, place.node, count.start)
                        yield ResumedStart(count.document, place.node, count.start, found, name)
    first = step.argument("initial_epoch")
    if first is not None and not names_in(first) & _turns(step.document, step.node):
        found = _call_for(script, slices, step.document, first, _CHECKPOINTS | _LEFT)
        if found is not None:
            statement = step.document.statement(step.node)
            name = _variable(step.document, statement, first)
            yield ResumedStart(step.document, statement, first, found, name)


def _call_for(
    script: Script, slices: Slices, document: Document, start: ast.expr, names: frozenset[str]
) -> ast.Call | None:
    """Give the first of some calls from which a start is computed, unless rank 0 says it for all already."""
    within = () if isinstance(start, ast.Constant) else tuple(slices.of(document, start))
    if any(_asks_for_size(script, node) for node in within):
        return None
    found = (node for node in within if isinstance(node, ast.Call) and _is_one_of(script, node, names))
    return min(found, key=lambda node: (node.lineno, node.col_offset), default=None)


def _restoring(script: Script, slices: Slices, document: Document, start: ast.expr) -> ast.Call | None:
    """Give the call that restores what a start is computed from, unless rank 0 says it for all already.

    That is an attribute of a checkpoint, or a variable that one was given.
    """
    restoring = next((call.node for call in script.calls if not call.names.isdisjoint(_RESTORING)), None)
    if restoring is None or isinstance(start, ast.Constant):
        return None
    within = tuple(slices.of(document, start))
    kept = frozenset(
        value
        for checkpoint in script.creations("checkpoint")
        for argument in checkpoint.arguments
        for value in script.instances(argument, "variable")
    )
    read = (node for node in within if isinstance(node, ast.Name | ast.Attribute))
    is_kept = any(
        not kept.isdisjoint(script.values(node))
        or (isinstance(node, ast.Attribute) and bool(script.instances(node.value, "checkpoint")))
        for node in read
    )
    return restoring if is_kept and not any(_asks_for_size(script, node) for node in within) else None


def _turns(document: Document, node: ast.AST) -> set[str]:
    """Give the names that the loops around a node give their turns."""
    return {name for outer in document.ancestors(node) if isinstance(outer, ast.For) for name in names_in(outer.target)}


def _is_one_of(script: Script, node: ast.Call, names: frozenset[str]) -> bool:
    call = script.call(node)
    return call is not None and not call.names.isdisjoint(names)


def _asks_for_size(script: Script, node: ast.AST) -> bool:
    """Say whether a node lets rank 0 say the turn for all."""
    call = script.call(node)
    return call is not None and any(name.startswith("horovod.") and "broadcast" in name for name in call.names)


def _is_outermost(document: Document, statement: ast.stmt) -> bool:
    """Say whether a statement stands in no loop of its function."""
    for outer in document.ancestors(statement):
        if isinstance(outer, FunctionNode):
            return True
        if isinstance(outer, Loop):
            return False
    return True


def _variable(document: Document, statement: ast.stmt, start: ast.expr) -> str:
    """Give the only variable or attribute that a start is computed from, where its statement stands in no loop."""
    if not _is_outermost(document, statement):
        return ""
    if any(isinstance(node, ast.Call | ast.Subscript) for node in ast.walk(start)):
        return ""
    owners = {node.value for node in ast.walk(start) if isinstance(node, ast.Attribute)}
    read = {
        ast.unparse(node)
        for node in ast.walk(start)
        if isinstance(node, ast.Name | ast.Attribute) and node not in owners
    }
    return read.pop() if len(read) == 1 else ""
