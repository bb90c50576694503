"""A trained model must not get weights that each process draws for itself."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from farandole.analysis.loops import chains
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.callbacks import methods
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.division.sampling import reached, reached_by
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Finding, Refused, Rule

_ASSIGNING = frozenset({"assign", "assign_add", "assign_sub"})
_WEIGHTS = frozenset({"bias", "kernel", "trainable_variables", "trainable_weights", "variables", "weights"})
_OUTSIDE = frozenset({"on_train_begin", "on_train_end"})
"""The methods of callbacks that Keras calls before the variables of rank 0 are sent to all, and after the last step."""


class WeightsByChance(Rule):
    """A trained model must not get weights that each process draws for itself.

    ## What it does

    Names a call that gives a model or its variables new values while it is trained, in a method of a callback or in the
    training loop, where these values are computed from random numbers: noise on the weights, a search for better
    ones, layers that begin anew.

    ## Why

    The processes have the same weights since those of rank 0 were sent to all when the training began, and all take
    the same steps from there. Each process draws other numbers: from then on it trains a model of its own, with the
    gradients of all.

    ## When it is not offered

    No random number goes into the new values; they are set before the training begins, or after it.

    ## Edit safety

    Nothing is edited; the script is not converted.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD239", "weights-by-chance"
    title = "Let rank 0 draw the weights, and send them to all with hvd.broadcast_variables"
    untouched = [
        """\
import tensorflow as tf
class Average(tf.keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.model.set_weights([tf.random.normal(each.shape) for each in self.model.get_weights()])
        self.average = self.model.get_weights()
    def on_epoch_end(self, epoch, logs=None):
        self.average = [0.5 * (old + new) for old, new in zip(self.average, self.model.get_weights())]
        self.model.set_weights(self.average)
""",
        """\
import numpy as np
import tensorflow as tf
class Clipping(tf.keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        self.model.set_weights([np.clip(each, -0.01, 0.01) for each in self.model.get_weights()])
class Drawing(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.pictures = self.model.predict(np.random.normal(size=(4, 1)))
x = np.arange(64.0)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
model.compile("sgd", "mse")
model.fit(x, x, callbacks=[Clipping(), Drawing()])
""",
        """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
model.set_weights([np.random.normal(size=each.shape) for each in model.get_weights()])
""",
    ]
    refused = [
        Refused(
            """\
import random
import numpy as np
import tensorflow as tf
class Search(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        best = self.model.get_weights()
        self.model.set_weights([each * random.uniform(0.9, 1.1) for each in best])
x = np.arange(64.0)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
model.compile("sgd", "mse")
model.fit(x, x, epochs=3, callbacks=[Search()])
""",
            because="HVD239",
        ),
        Refused(
            """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
optimizer = tf.keras.optimizers.SGD(0.1)
def shake():
    for variable in model.trainable_variables:
        variable.assign_add(0.01 * tf.random.normal(variable.shape))
for x in tf.data.Dataset.range(64).map(lambda x: tf.cast([x], tf.float32)).batch(4):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - x))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    shake()
""",
            because="HVD239",
        ),
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the calls that set weights in the course of a training."""
        setting = [call for call in script.calls if _sets_weights(script, call)]
        for training in script.trainings if setting else ():
            hooks = [set(reached(script, method)) for method in _hooks(script, training)]
            loops = reached_by(script, _loops(script, training))
            for call in setting:
                drawn = _drawn_in_callback(script, call, hooks) or _drawn_in_loop(script, call, loops)
                if drawn is not None:
                    document = call.document
                    message = (
                        f"{document.quote(call.node.func)} gives {training.label} weights while it is trained that "
                        f"{drawn.document.quote(drawn.node.func)} in {drawn.document.place_of(drawn.node, document)} "
                        "draws, others in each process"
                    )
                    yield Refusal(self, message).finding("HVD105", document, call.node, training)


def _sets_weights(script: Script, call: Call) -> bool:
    """Say whether a call gives new values to the variables of a model or a layer, not to the state of an optimizer."""
    if call.functions or call.receiver is None:
        return False
    roles = {script.role_of(each) for each in call.receivers}
    if call.attribute == "set_weights":
        return "optimizer" not in roles
    if call.attribute not in _ASSIGNING:
        return False
    target = script.slices.of(call.document, call.receiver).nodes
    return any(isinstance(node, ast.Attribute) and node.attr in _WEIGHTS for node in target)


def _hooks(script: Script, training: Training) -> Iterator[ast.AST]:
    """Yield the methods of callbacks that Keras calls between the steps of a `fit`."""
    if any(step.attribute.startswith("fit") for step in training.steps):
        for _, method in (each for made in script.creations("callback") for each in methods(script, made)):
            if method.name.startswith("on_") and method.name not in _OUTSIDE:
                yield method


def _loops(script: Script, training: Training) -> Iterator[ast.AST]:
    """Yield the loops around the steps of a training that are not those of a `fit`, which sends the weights anew."""
    for step in training.steps:
        if training.pattern in (Pattern.GRADIENT_TAPE, Pattern.KERAS) and not step.attribute.startswith("fit"):
            yield from (chain[-1].node for chain in chains(script, step.document, step.node) if chain)


def _drawn_in_callback(script: Script, call: Call, hooks: Iterable[AbstractSet[ast.AST]]) -> Call | None:
    """Give a call by which a method of a callback that sets weights draws: it needs no samples."""
    nodes = {node for hook in hooks if call.node in hook for node in hook}
    return next((each for each in script.calls if each.node in nodes and _is_random(script, each)), None)


def _drawn_in_loop(script: Script, call: Call, loops: AbstractSet[ast.AST]) -> Call | None:
    """Give the call of a loop that draws what new values are computed from.

    Samples are drawn in loops, too: what is computed from gradients, such as their sums, comes from these.
    """
    if call.node not in loops:
        return None
    nodes = {node for each in call.arguments for node in script.slices.of(call.document, each).nodes} & loops
    inside = [each for each in script.calls if each.node in nodes]
    drawn = (each for each in inside if _is_random(script, each))
    return None if any(map(_gives_gradients, inside)) else next(drawn, None)


def _gives_gradients(call: Call) -> bool:
    return call.entry is not None and call.entry.facts.get("gradients") == "compute"


def _is_random(script: Script, call: Call) -> bool:
    return any(script.catalog.fact(name, "random") for name in call.names)
