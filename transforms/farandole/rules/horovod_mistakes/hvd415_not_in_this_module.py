"""Call what the module of Horovod has."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.horovod.names import horovod_tensorflow
from farandole.rules.rule import Example, Finding, Rule, Severity, Status
from farandole.source import EditSet, layout


class NotInThisModule(Rule):
    """Horovod's modules do not have the same functions.

    ## What it does

    Finds calls of functions that the imported module of Horovod lacks, such as `DistributedGradientTape` or
    `broadcast_variables` of `horovod.tensorflow.keras`, and takes them from `horovod.tensorflow`.

    ## Why

    The call stops with an `AttributeError`, perhaps after hours, where a checkpoint is saved or a loop ends.

    ## When it is not offered

    The name can't be followed to one module of Horovod. Without a fix: where no module for TensorFlow has the
    function.

    ## Edit safety

    Horovod 0.28's modules share one state: both may be used in one script.
    """

    family = MISTAKES
    code, name = "HVD415", "not-in-this-module"
    title = "Call what the module of Horovod has"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
hvd.broadcast_variables(model.variables, root_rank=0)
""",
            after="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
import horovod.tensorflow as hvd_tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
hvd_tf.broadcast_variables(model.variables, root_rank=0)
""",
        ),
    ]
    reported = [
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
hvd.barrier()
""",
    ]
    untouched = [
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
hvd.broadcast_variables([tf.Variable(1.0)], root_rank=0)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find calls of functions that are not there."""
        for call in script.calls:
            for name in sorted(call.names):
                module, _, function = name.rpartition(".")
                if function not in _MISSING.get(module, frozenset()) or len(call.names) != 1:
                    continue
                elsewhere = module != "horovod.tensorflow" and isinstance(call.node.func, ast.Attribute)
                yield Finding(
                    self,
                    Status.VIOLATION,
                    call.document,
                    call.document.span(call.node.func),
                    f"`{module}` has no `{function}`",
                    f"call {function} of horovod.tensorflow" if elsewhere else _INSTEAD,
                    fix=partial(_fix, script, call, function) if elsewhere else None,
                )


_ONLY_TENSORFLOW = frozenset(
    {
        "DistributedGradientTape", "PartialDistributedGradientTape", "broadcast_variables", "broadcast_object",
        "broadcast_object_fn", "allgather_object", "grouped_allreduce", "grouped_allgather", "alltoall", "join",
        "is_homogeneous", "SyncBatchNormalization", "BroadcastGlobalVariablesHook",
    }
)  # fmt: skip
_MISSING = {
    "horovod.tensorflow.keras": _ONLY_TENSORFLOW,
    "horovod.keras": _ONLY_TENSORFLOW,
    "horovod.tensorflow": frozenset({"barrier", "broadcast_parameters", "broadcast_optimizer_state"}),
}
_INSTEAD = "broadcast something small, as hvd.broadcast(0, root_rank=0), to wait for all, or hvd.broadcast_variables"


def _fix(script: Script, call: Call, function: str) -> EditSet:
    document = call.document
    hvd = horovod_tensorflow(script, document)
    replaced = layout.replace(document, call.node.func, f"{hvd.text}.{function}")
    return EditSet.of(document, [*hvd.edits, *replaced])
