"""Choose the GPU before TensorFlow uses one."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.horovod.use import initialised_by
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Finding, Rule, Severity, Status


class GpuChosenLate(Rule):
    """The GPU must be chosen before TensorFlow uses any.

    ## What it does

    Finds `tf.config.set_visible_devices` after tensors are made, or devices are asked for, in the same block.

    ## Why

    TensorFlow initialises all GPUs at its first operation. After that the choice is refused: `Visible devices
    cannot be modified after being initialized`.

    ## When it is not offered

    The operation stands in a function, or under a condition.

    ## Edit safety

    Nothing is edited: what comes between the two may belong together.
    """

    family = MISTAKES
    code, name = "HVD409", "gpu-chosen-late"
    title = "Choose the GPU before TensorFlow uses one"
    severity = Severity.ERROR
    reported = [
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
w = tf.Variable(1.0)
gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.config.set_visible_devices(gpus[hvd.local_rank()], "GPU")
""",
    ]
    untouched = [
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.config.set_visible_devices(gpus[hvd.local_rank()], "GPU")
w = tf.Variable(1.0)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the choice of a GPU after the first operation of its block."""
        if not initialised_by(script):
            return
        for call in script.calls_to("tensorflow.config.set_visible_devices"):
            document = call.document
            block = document.tree.body if script.function(document, call.node) is None else []
            start = document.span(call.node).start
            for early in script.calls:
                plain = early.document is document and document.statement(early.node) in block
                if plain and document.span(early.node).end < start and (early.names & _INITIALISING):
                    yield Finding(
                        self,
                        Status.VIOLATION,
                        document,
                        document.span(call.node),
                        f"TensorFlow has initialised its devices by {document.quote(early.node.func)} before this choice",
                        "choose the GPU right after hvd.init()",
                    )
                    break


_INITIALISING = frozenset(
    f"tensorflow.{name}"
    for name in (
        "Variable", "constant", "convert_to_tensor", "ones", "zeros", "range", "random.normal", "random.uniform",
        "config.list_logical_devices", "test.is_gpu_available", "test.gpu_device_name",
    )
)  # fmt: skip
