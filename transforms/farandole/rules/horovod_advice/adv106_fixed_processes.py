"""Let processes come and go while a model is trained."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.horovod.use import is_elastic
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import FITS, Pattern, Training
from farandole.options import Options
from farandole.rules.families import ADVICE
from farandole.rules.horovod.names import bound_name, keras_name
from farandole.rules.horovod_advice.rates import scaled_rate
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import EditSet, layout

_KERAS = "horovod.tensorflow.keras"


class FixedProcesses(Rule):
    """A training can go on when processes come and go.

    ## What it does

    Finds a model that `fit` trains on data that are drawn by chance or read as a whole, and makes its training elastic: a
    `KerasState` holds the model and the epoch, a callback commits them after each batch, and `hvd.elastic.run` calls
    the function that trains again whenever the processes have changed. The scaled rate is set anew then. Epochs go on
    being numbered from the first, so that callbacks which count them are right; Horovod's own `UpdateEpochStateCallback`
    takes them to begin at 0 after each change.

    ## Why

    Without it one lost host ends the training. It pays in clusters that take hosts away, as those of spot instances do, and
    where more hosts come free during a training of hours; start it with
    `horovodrun --min-np 2 --host-discovery-script ./hosts.sh`. It costs a copy of the variables for each commit.

    ## When it is not offered

    It is only said where a share of the data goes by the rank: it would have to be taken anew within the function, since
    the ranks change. The same holds for loops, which need a state of their own. Not at all for scripts that are
    elastic already.

    ## Edit safety

    It asks to be confirmed. What `fit` gives is not kept, so that nothing may read it; an epoch that is broken off
    begins anew from the last batch that was committed. Optimizers are built as Keras 2.11 and later do it.
    """

    family = ADVICE
    code, name = "ADV106", "fixed-processes"
    title = "Let processes come and go while a model is trained"
    examples = [
        Example(
            before="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
dataset = tf.data.Dataset.range(64).repeat().shuffle(64).batch(8)
model.fit(dataset, steps_per_epoch=8 // hvd.size(), epochs=90, callbacks=[hvd.callbacks.MetricAverageCallback()])
""",
            after="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
dataset = tf.data.Dataset.range(64).repeat().shuffle(64).batch(8)
# Processes that come later have the optimizer's variables, too, to be sent those of the others.
model.optimizer.build(model.trainable_variables)
state = hvd.elastic.KerasState(model, batch=0, epoch=0)
state.register_reset_callbacks(
    [lambda: tf.keras.backend.set_value(model.optimizer.learning_rate, 0.01 * hvd.size())]
)


@hvd.elastic.run
def train(state):
    model.fit(
        dataset,
        steps_per_epoch=8 // hvd.size(),
        epochs=90,
        callbacks=[
            hvd.callbacks.MetricAverageCallback(),
            hvd.elastic.UpdateBatchStateCallback(state),
            tf.keras.callbacks.LambdaCallback(
                on_epoch_end=lambda epoch, logs: setattr(state, "epoch", epoch + 1)
            ),
            hvd.elastic.CommitStateCallback(state),
        ],
        initial_epoch=state.epoch,
    )


train(state)
""",
        ),
    ]
    reported = [
        """\
import horovod.tensorflow.keras as hvd
import numpy as np
import tensorflow as tf
hvd.init()
x = np.ones((64, 4))[hvd.rank() :: hvd.size()]
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
model.fit(x, x, epochs=90, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])
""",
    ]
    untouched = [
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
state = hvd.elastic.KerasState(model, epoch=0)

@hvd.elastic.run
def train(state):
    model.fit([[1.0] * 4], [[2.0]], callbacks=[hvd.elastic.CommitStateCallback(state)])

train(state)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find trainings by `fit` whose processes are those that they begin with."""
        if is_elastic(script):
            return
        for training in script.trainings:
            fits = [step for step in training.steps if step.names & set(FITS)]
            if training.pattern is not Pattern.KERAS or len(fits) != 1 or not script.calls_to(f"{_KERAS}.init"):
                continue
            fit = fits[0]
            yield Finding(
                self,
                Status.VIOLATION,
                fit.document,
                fit.document.span(fit.node.func),
                f"{training.label} stops when a process is lost",
                "train it from a state that is committed, by a function that hvd.elastic.run calls",
                training=training,
                confirm="what is trained in an epoch that is broken off is trained again",
                fix=partial(_fix, script, training, fit) if _is_movable(script, training, fit) else None,
            )


def _is_movable(script: Script, training: Training, fit: Call) -> bool:
    """Say whether a call of `fit` can be made again in a function of its own, with other ranks and another size."""
    document = fit.document
    statement = document.statement(fit.node)
    named = isinstance(fit.node.func, ast.Attribute) and isinstance(fit.node.func.value, ast.Name)
    alone = named and fit.is_statement and statement in document.tree.body and not fit.hides_arguments
    taken = {"state", "train"} & set(script.flow.scopes[document.tree].names)
    list_of_callbacks = isinstance(fit.argument("callbacks"), ast.List)
    if (
        not alone
        or taken
        or not list_of_callbacks
        or fit.argument("initial_epoch")
        or not bound_name(script, document, _KERAS)
    ):
        return False
    rate = scaled_rate(script, training)
    if rate is None or rate[0] is not document or not isinstance(rate[1], ast.BinOp):
        return False
    return not any(_is_rank_or_size(call) and not _may_stay(call, fit, rate[1]) for call in script.calls)


def _is_rank_or_size(call: Call) -> bool:
    return any(name.startswith("horovod.") and name.endswith((".size", ".rank")) for name in call.names)


def _may_stay(call: Call, fit: Call, rate: ast.expr) -> bool:
    """Say whether a rank or size is asked anew by the function, or only chooses what one process shows."""
    document = call.document
    within = document is fit.document and (document.contains(fit.node, call.node) or document.contains(rate, call.node))
    return within or any(isinstance(each, ast.If) for each in document.ancestors(call.node))


def _fix(script: Script, training: Training, fit: Call) -> EditSet:
    document = fit.document
    rate, callbacks = scaled_rate(script, training), fit.argument("callbacks")
    assert rate is not None and isinstance(callbacks, ast.List) and isinstance(fit.node.func, ast.Attribute)
    hvd, keras = bound_name(script, document, _KERAS), keras_name(script, document)
    model = document.segment(fit.node.func.value)
    anew = f"{keras.text}.backend.set_value({model}.optimizer.learning_rate, {document.segment(rate[1])})"
    before = [
        "# Processes that come later have the optimizer's variables, too, to be sent those of the others.",
        f"{model}.optimizer.build({model}.trainable_variables)",
        f"state = {hvd}.elastic.KerasState({model}, batch=0, epoch=0)",
        f"state.register_reset_callbacks([lambda: {anew}])",
        "",
        "",
        f"@{hvd}.elastic.run",
    ]
    elements = (
        f"{hvd}.elastic.UpdateBatchStateCallback(state)",
        f'{keras.text}.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: setattr(state, "epoch", epoch + 1))',
        f"{hvd}.elastic.CommitStateCallback(state)",
    )
    statement = document.statement(fit.node)
    return EditSet.of(
        document,
        [
            *keras.edits,
            *layout.insert_before(document, statement, before),
            *layout.nest(document, [statement], "def train(state):"),
            *layout.insert_element(document, callbacks, len(callbacks.elts), ", ".join(elements)),
            *layout.add_argument(document, fit.node, "initial_epoch=state.epoch"),
            *layout.insert_after(document, statement, ["", "", "train(state)"]),
        ],
    )
