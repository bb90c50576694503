"""Send gradients after several batches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.horovod.use import MODULES
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import ADVICE
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import EditSet, layout

_PASSES = 2
_KERAS = tuple(f"{module}.DistributedOptimizer" for module in MODULES if module.endswith("keras"))


class StepAfterEachBatch(Rule):
    """Gradients can be added up over several batches before they are sent.

    ## What it does

    Finds optimizers that Horovod wraps without `backward_passes_per_step`, and lets those of Keras take a step after two
    batches, by the mean of their gradients.

    ## Why

    Half as many messages go over the network, and a step sees twice as many samples without more memory. It pays where
    memory keeps the batch small, and where the processes wait for one another's gradients; not where a training needs many
    steps rather than good ones.

    ## When it is not offered

    Arguments are hidden. With PyTorch it is only said, since the loop must call `step` and `zero_grad` as often, and graphs
    and loops over tapes have other ways to add up.

    ## Edit safety

    It asks to be confirmed: there are half as many steps. `optimizer.iterations`, and schedules with it, still count each
    batch. Compare the loss with that of a run without it.
    """

    family = ADVICE
    code, name = "ADV103", "step-after-each-batch"
    title = "Send gradients after several batches"
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
    tf.keras.optimizers.SGD(0.01 * hvd.size()),
    backward_passes_per_step=2,
    average_aggregated_gradients=True,
)
""",
        ),
    ]
    reported = [
        """\
import horovod.torch as hvd
import torch
hvd.init()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
""",
    ]
    untouched = [
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size()), backward_passes_per_step=1)
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
        """Find wrapped optimizers of Keras and PyTorch that are not told how many passes make a step."""
        for call in script.calls_to(*_KERAS, "horovod.torch.DistributedOptimizer"):
            if call.hides_arguments or call.argument("backward_passes_per_step") is not None:
                continue
            keras = not call.names.isdisjoint(_KERAS)
            yield Finding(
                self,
                Status.VIOLATION,
                call.document,
                call.document.span(call.node.func),
                "gradients are sent after each batch",
                f"backward_passes_per_step={_PASSES} sends them after every second one"
                + ("" if keras else "; call step and zero_grad as often"),
                confirm="half as many steps are taken" if keras else "",
                fix=partial(_fix, call) if keras else None,
            )


def _fix(call: Call) -> EditSet:
    text = f"backward_passes_per_step={_PASSES}, average_aggregated_gradients=True"
    return EditSet.of(call.document, layout.add_argument(call.document, call.node, text))
