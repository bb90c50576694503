"""Step 5: all processes start from the variables of rank 0."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from farandole.frameworks.horovod.use import initialised_by, is_elastic
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.options import Options
from farandole.rules.families import STEPS
from farandole.rules.horovod.graphs import broadcast as graphs
from farandole.rules.horovod.graphs import examples as graph_examples
from farandole.rules.horovod.hvd101_init import InitHorovod
from farandole.rules.horovod.kept_weights import kept_edits, kept_weights
from farandole.rules.horovod.models import broadcast as models
from farandole.rules.horovod.patterns import GRAPHS, is_to_convert
from farandole.rules.horovod.restrictions.hvd233_session_in_library import made_in_library
from farandole.rules.horovod.restrictions.hvd304_broadcast_place import (
    computed_by_chance,
    computed_too_early,
    drawn_when_made,
    kept_too_early,
    never_broadcast,
)
from farandole.rules.horovod.tapes import broadcast as tapes
from farandole.rules.horovod.unshared import computed_before, computed_by_untrained, kept_by_chance
from farandole.rules.rule import Example, Finding, Rule, Status


class BroadcastVariables(Rule):
    """Start all processes from the variables of rank 0.

    ## What it does

    For a loop over `tf.GradientTape`: after the first applied step the variables of the model (or those that the tape
    differentiates by) and of the optimizer are broadcast, once for each optimizer, after the last of its steps in a turn. Where the step is in a function
    traced by `tf.function`, the broadcast follows the call of that function. For Keras:
    `hvd.callbacks.BroadcastGlobalVariablesCallback(0)` comes first among the callbacks of `fit`.

    In a TensorFlow 1 session: `hvd.broadcast_global_variables(0)` is run once all variables are initialised and
    restored, before the first training step. Monitored sessions and estimators get
    `hvd.BroadcastGlobalVariablesHook(0)`, first among their hooks, so that hooks that read the global step find it
    broadcast. Where a script keeps weights before the first step, and gives its models some that are computed from them
    later, as an optimizer that looks ahead does, the variables are broadcast before that, too.

    ## Why

    Variables are initialised at random, differently in each process. Averaged gradients keep processes equal only if
    they start equal. The first step comes before the broadcast because variables of layers and optimizers exist only
    after it.

    ## When it is not offered

    The variables are broadcast already, or elastic Horovod keeps them equal. Where no statement can follow the training step it is refused (HVD304).

    ## Edit safety

    Safe: at one process nothing changes. Where the loops around the step count from zero, begin once, and surely come to
    the step in their first turns, the first turn is asked for. Elsewhere a flag is kept on the optimizer, which holds for
    methods, nested functions and several optimizers alike. For an Estimator with `max_steps` and a folder that stays, the edit is marked
    for confirmation: of a run that has ended and is started again in that folder, rank 0 alone finds that it has, and the
    others wait for it. So is one after which a model runs a layer by the turn of a loop around its step, as one that grows
    does: the variables of that layer must be there before.
    """

    family = STEPS
    code, name = "HVD105", "variables-not-broadcast"
    title = "Broadcast the variables of rank 0"
    after = (InitHorovod,)
    examples = [
        Example(
            before="""\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)

@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))

for x, y in [(tf.ones([2, 1]), tf.ones([2, 1]))]:
    step(x, y)
""",
            after="""\
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)

@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))

for x, y in [(tf.ones([2, 1]), tf.ones([2, 1]))]:
    step(x, y)
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
""",
        ),
        Example(
            before="""\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
for epoch in range(10):
    for batch, x in enumerate(tf.data.Dataset.from_tensor_slices(tf.ones([64, 1])).batch(8)):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
""",
            after="""\
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
for epoch in range(10):
    for batch, x in enumerate(tf.data.Dataset.from_tensor_slices(tf.ones([64, 1])).batch(8)):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if epoch == 0 and batch == 0:
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
""",
        ),
        Example(
            before="""\
from tensorflow import keras
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(loss="mse", optimizer="adam")
model.fit([[1.0]] * 64, [[2.0]] * 64, callbacks=[keras.callbacks.EarlyStopping()])
""",
            after="""\
from tensorflow import keras
import horovod.tensorflow.keras as hvd

hvd.init()
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(loss="mse", optimizer="adam")
model.fit(
    [[1.0]] * 64,
    [[2.0]] * 64,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        keras.callbacks.EarlyStopping(),
    ],
)
""",
        ),
        *graph_examples.BROADCAST,
    ]
    untouched = [
        "import tensorflow as tf\nmodel = tf.keras.Sequential()\nmodel.predict([[1.0]])\n",
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
state = hvd.elastic.KerasState(model)

@hvd.elastic.run
def train(state):
    model.fit(tf.ones([8, 1]), tf.ones([8, 1]), callbacks=[hvd.elastic.CommitStateCallback(state)])

train(state)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the trainings whose variables are not broadcast."""
        if is_elastic(script):
            return
        for training in script.trainings:
            found = list(self._of(script, training, options))
            in_library = next(made_in_library(script, training), None) is not None
            if not found and not in_library and is_to_convert(script, training):
                step = training.steps[0]
                yield never_broadcast(training).finding(self.code, step.document, step.node, training)
            yield from found
            yield from self._unshared(script, training)

    def _of(self, script: Script, training: Training, options: Options) -> Iterator[Finding]:
        if training.pattern is Pattern.GRADIENT_TAPE:
            yield from tapes.find(self, script, training, options)
        elif training.pattern is Pattern.KERAS:
            yield from models.find(self, script, training, options)
        elif training.pattern in GRAPHS:
            yield from graphs.find(self, script, training, options)

    def _unshared(self, script: Script, training: Training) -> Iterator[Finding]:
        """Find what no broadcast makes the same, where the training is not distributed yet."""
        if training.pattern in GRAPHS or initialised_by(script):
            return
        if training is script.trainings[0]:
            for call, name in kept_by_chance(script):
                yield drawn_when_made(call, name).finding(self.code, call.document, call.node, training)
        for kept in kept_weights(script, training):
            if kept.is_in_graph:
                refusal = kept_too_early(kept.document, kept.statement, training)
                yield refusal.finding(self.code, kept.document, kept.statement, training)
                continue
            yield Finding(
                self,
                Status.MISSING,
                kept.document,
                kept.document.span(kept.statement),
                f"each process keeps the initial values of its own of {training.label}",
                "broadcast the variables of rank 0 before they are kept",
                training=training,
                fix=partial(kept_edits, script, kept),
            )
        for call, step in computed_before(script, training):
            yield computed_too_early(call, step, training).finding(self.code, call.document, call.node, training)
        for call, layer in computed_by_untrained(script, training):
            yield computed_by_chance(call, layer, training).finding(self.code, call.document, call.node, training)
