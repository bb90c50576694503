"""Choose the GPU of a process in one place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.horovod.ranks import Ranks
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Example, Finding, Rule, Severity, Status
from farandole.source import Document, EditSet, layout


class GpuChosenTwice(Rule):
    """A GPU must not be chosen twice by the local rank.

    ## What it does

    Finds `os.environ["CUDA_VISIBLE_DEVICES"] = str(hvd.local_rank())` in a script that also takes the GPU with the
    number `hvd.local_rank()`, and takes the first away.

    ## Why

    With the variable each process sees one GPU, which has the number 0. The process with local rank 1 then asks for
    a GPU that it does not see.

    ## When it is not offered

    Only one of the two depends on the local rank.

    ## Edit safety

    The GPU is chosen by its number among all of the host, as Horovod's documentation does.
    """

    family = MISTAKES
    code, name = "HVD408", "gpu-chosen-twice"
    title = "Choose the GPU of a process in one place"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import os
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
os.environ["CUDA_VISIBLE_DEVICES"] = str(hvd.local_rank())
gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.config.set_visible_devices(gpus[hvd.local_rank()], "GPU")
""",
            after="""\
import os
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.config.set_visible_devices(gpus[hvd.local_rank()], "GPU")
""",
        ),
    ]
    untouched = [
        """\
import os
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
os.environ["CUDA_VISIBLE_DEVICES"] = str(hvd.local_rank())
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the variable that is set to the local rank where a GPU is chosen by it again."""
        ranks = script.ranks
        if not any(_chooses(script, ranks, call) for call in script.calls) and not _lists(script, ranks):
            return
        for document in script.documents:
            for statement in document.statements:
                match statement:
                    case ast.Assign(targets=[ast.Subscript(slice=ast.Constant("CUDA_VISIBLE_DEVICES"))], value=value):
                        if _has_local_rank(ranks, value):
                            yield Finding(
                                self,
                                Status.VIOLATION,
                                document,
                                document.span(statement),
                                "each process sees one GPU only, and chooses one by its local rank again elsewhere",
                                "leave CUDA_VISIBLE_DEVICES alone",
                                fix=partial(_fix, document, statement),
                            )


_CHOOSING = frozenset({"tensorflow.config.set_visible_devices", "torch.cuda.set_device", "tensorflow.GPUOptions"})


def _has_local_rank(ranks: Ranks, node: ast.AST) -> bool:
    return any(isinstance(each, ast.expr) and ranks.rank(each) == "local_rank" for each in ast.walk(node))


def _chooses(script: Script, ranks: Ranks, call: Call) -> bool:
    return bool(call.names & _CHOOSING) and _has_local_rank(ranks, call.node)


def _lists(script: Script, ranks: Ranks) -> bool:
    """Say whether `config.gpu_options.visible_device_list` is set by the local rank."""
    return any(
        isinstance(statement, ast.Assign)
        and isinstance(statement.targets[0], ast.Attribute)
        and statement.targets[0].attr == "visible_device_list"
        and _has_local_rank(ranks, statement.value)
        for document in script.documents
        for statement in document.statements
    )


def _fix(document: Document, statement: ast.stmt) -> EditSet:
    return EditSet.of(document, layout.delete(document, statement))
