"""Save on rank 0, not on all others."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.horovod.ranks import Process, Ranks
from farandole.frameworks.horovod.use import initialised_by
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import EditSet, layout


class InvertedGuard(Rule):
    """Checkpoints belong to rank 0, not to all others.

    ## What it does

    Finds checkpoints that every process but rank 0 writes, as in `if hvd.rank() != 0:`, and turns the condition
    round.

    ## Why

    All processes but one write the same file at once, and with one process nothing is written. Two pages of
    Horovod's documentation print the condition this way.

    ## When it is not offered

    Rank 0 writes checkpoints as well. Without a fix: where the condition is not simply `hvd.rank() != 0`, or has an
    `else`.

    ## Edit safety

    All of the block becomes rank 0's.
    """

    family = MISTAKES
    code, name = "HVD412", "inverted-rank-guard"
    title = "Save on rank 0, not on all others"
    examples = [
        Example(
            before="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
if hvd.rank() != 0:
    callbacks.append(tf.keras.callbacks.ModelCheckpoint("model.h5"))
""",
            after="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
if hvd.rank() == 0:
    callbacks.append(tf.keras.callbacks.ModelCheckpoint("model.h5"))
""",
        ),
    ]
    untouched = [
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
if hvd.rank() == 0:
    callbacks.append(tf.keras.callbacks.ModelCheckpoint("model.h5"))
""",
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
if hvd.rank() == 1:
    callbacks.append(tf.keras.callbacks.ModelCheckpoint("model.h5"))
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the checkpoints of all processes but rank 0."""
        if not initialised_by(script):
            return
        ranks = script.ranks
        saves = script.calls_to(*_SAVES)
        reached = {call: ranks.reaching(call.document, call.node) for call in saves}
        if any(Process.ROOT in each for each in reached.values()):
            return
        for call, processes in reached.items():
            if Process.OTHER not in processes or not _is_for_all_others(ranks, call):
                continue
            guard = _guard(ranks, call)
            yield Finding(
                self,
                Status.VIOLATION,
                call.document,
                call.document.span(call.node),
                f"every process but rank 0 comes to `{call.attribute}`",
                "let rank 0 do it: if hvd.rank() == 0",
                fix=partial(_fix, call, guard) if guard is not None else None,
            )


_SAVES = (
    "torch.save",
    "tensorflow.keras.callbacks.ModelCheckpoint",
    "tensorflow.keras.Model.save",
    "tensorflow.keras.Model.save_weights",
    "tensorflow.keras.models.save_model",
    "tensorflow.train.Saver.save",
    "tensorflow.train.Checkpoint.save",
    "tensorflow.train.CheckpointManager.save",
)


def _is_for_all_others(ranks: Ranks, call: Call) -> bool:
    """Say whether a condition around a call holds on every process but rank 0."""
    document = call.document
    tests = (each.test for each in document.ancestors(call.node) if isinstance(each, ast.If))
    truths = ([ranks.truth(document, test, process) for process in (Process.ROOT, Process.OTHER)] for test in tests)
    return any(truth in ([False, True], [True, False]) for truth in truths)


def _guard(ranks: Ranks, call: Call) -> ast.Compare | None:
    """Give the condition `hvd.rank() != 0` right around a call."""
    for parent in call.document.ancestors(call.node):
        if isinstance(parent, ast.If):
            match parent.test:
                case ast.Compare(left, [ast.NotEq()], [ast.Constant(0)]) as test:
                    return test if ranks.rank(left) == "rank" and not parent.orelse else None
            return None
        if isinstance(parent, ast.FunctionDef | ast.ClassDef | ast.For | ast.While | ast.IfExp):
            return None
    return None


def _fix(call: Call, guard: ast.Compare) -> EditSet:
    document = call.document
    return EditSet.of(document, layout.replace(document, guard, f"{document.segment(guard.left)} == 0"))
