"""Step 1: import Horovod and initialise it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import STEPS
from farandole.rules.horovod.inits import initialisations, initialised_elsewhere
from farandole.rules.horovod.names import horovod, initialisation
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import EditSet


class InitHorovod(Rule):
    """Import Horovod and initialise it before anything else uses it.

    ## What it does

    Adds `import horovod.tensorflow as hvd` after the imports of a script that trains a model, and `hvd.init()` after
    it. A script that trains with Keras alone gets `horovod.tensorflow.keras`, or `horovod.keras` when it imports the
    stand-alone Keras.

    ## Why

    `hvd.init()` starts Horovod in each process and tells it its rank; `hvd.rank()`, `hvd.size()` and every collective
    operation fail before it.

    ## When it is not offered

    The script trains no model, or calls `init` of a Horovod module already; or it uses Horovod, and a library whose
    name or arguments speak of several processes has an `init` of its own, as SageMaker's has.

    ## Edit safety

    Safe: lines are only added.
    """

    family = STEPS
    code, name = "HVD101", "horovod-not-initialised"
    title = "Import Horovod and initialise it"
    examples = [
        Example(
            before="""\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
            after="""\
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
        )
    ]
    untouched = [
        "import tensorflow as tf\nprint(tf.__version__)\n",
        """\
import horovod.tensorflow as hvd
import smdistributed.modelparallel.tensorflow as smp
import tensorflow as tf
smp.init({"horovod": True})
w = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())
dataset = tf.data.Dataset.range(64).shard(hvd.size(), hvd.rank()).batch(8)
for step, x in enumerate(dataset):
    with tf.GradientTape() as tape:
        loss = w * tf.reduce_sum(tf.cast(x, tf.float32))
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))
    if step == 0:
        hvd.broadcast_variables([w, *optimizer.variables()], root_rank=0)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the script's `hvd.init()`, or its absence where a model is trained."""
        calls = initialisations(script)
        for call in calls:
            span = call.document.span(call.node)
            yield Finding(self, Status.DONE, call.document, span, "Horovod is initialised here")
        other = initialised_elsewhere(script)
        if other is not None:
            yield Finding(
                self, Status.DONE, other.document, other.document.span(other.node), "a library initialises it"
            )
        elif script.trainings and not calls:
            first = script.trainings[0]
            yield Finding(
                self,
                Status.MISSING,
                first.document,
                first.span,
                f"Horovod is not initialised, so {first.label} trains in one process only",
                "import Horovod and call hvd.init() before anything else of it",
                fix=partial(_fix, script),
            )


def _fix(script: Script) -> EditSet:
    """Import Horovod after the imports of the script and initialise it there."""
    document = script.entry
    hvd = horovod(script, document)
    return EditSet.of(document, [*hvd.edits, *initialisation(script, document, hvd.text)])
