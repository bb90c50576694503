"""Send gradients in 16 bits."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.horovod.use import MODULES
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import ADVICE
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import EditSet, layout

_WRAPPERS = ("DistributedOptimizer", "DistributedGradientTape")


class GradientsInFull(Rule):
    """Gradients can be sent in 16 bits.

    ## What it does

    Finds optimizers and tapes that Horovod wraps without `compression`, and gives them `hvd.Compression.fp16`:
    gradients are sent as 16-bit numbers and added to the variables as what they were.

    ## Why

    Half as much goes over the network. It pays where the processes wait for one another's gradients: with several
    hosts, a slow network, or a model with many variables for its computation. Within one host, or with a network that
    is not busy, it costs time and gains nothing. The timeline of Horovod (`horovodrun --timeline-filename`) shows how long
    `ALLREDUCE` takes.

    ## When it is not offered

    Arguments are hidden, or Horovod's function is imported by its own name, so that the file has none for
    `Compression`: then it is only said.

    ## Edit safety

    Gradients lose precision: those below 6e-8 become 0 and those above 65504 infinite. Compare the loss with that of a run
    without it.
    """

    family = ADVICE
    code, name = "ADV101", "gradients-in-full"
    title = "Send gradients in 16 bits"
    examples = [
        Example(
            before="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size()))
""",
            after="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
optimizer = hvd.DistributedOptimizer(
    tf.keras.optimizers.SGD(0.01 * hvd.size()), compression=hvd.Compression.fp16
)
""",
        ),
        Example(
            before="""\
import horovod.torch as hvd
import torch
hvd.init()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
""",
            after="""\
import horovod.torch as hvd
import torch
hvd.init()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(
    optimizer, named_parameters=model.named_parameters(), compression=hvd.Compression.fp16
)
""",
        ),
    ]
    reported = [
        """\
import tensorflow as tf
from horovod.tensorflow import DistributedGradientTape, init
init()
with DistributedGradientTape(tf.GradientTape()) as tape:
    pass
"""
    ]
    untouched = [
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
with tf.GradientTape() as tape:
    pass
tape = hvd.DistributedGradientTape(tape, compression=hvd.Compression.none)
""",
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
arguments = {}
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size()), **arguments)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find wrappers without compression."""
        for call in script.calls_to(*(f"{module}.{wrapper}" for module in MODULES for wrapper in _WRAPPERS)):
            if call.hides_arguments or call.argument("compression") is not None:
                continue
            function = call.node.func
            yield Finding(
                self,
                Status.VIOLATION,
                call.document,
                call.document.span(function),
                "gradients are sent as they are",
                "compression=hvd.Compression.fp16 sends half as much, where the network is what takes time",
                fix=partial(_fix, call, function) if isinstance(function, ast.Attribute) else None,
            )


def _fix(call: Call, function: ast.Attribute) -> EditSet:
    document = call.document
    text = f"compression={document.segment(function.value)}.Compression.fp16"
    return EditSet.of(document, layout.add_argument(document, call.node, text))
