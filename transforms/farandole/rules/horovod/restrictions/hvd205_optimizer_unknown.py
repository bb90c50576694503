"""Restriction 5 on TensorFlow code, as far as it stands: the optimizer of a training must be found."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from farandole.analysis.points_to.values import Instance, Library, Unknown
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.optimizer_steps import METHODS, is_of_unread_library, optimizer_arguments
from farandole.frameworks.tensorflow.optimizers import (
    is_distributed,
    is_of_version_1,
    left_out,
    not_configured,
    optimizers,
    others,
    schedules_not_told,
    unfollowed,
)
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Refused, Rule
from farandole.source import Document


class OptimizerUnknown(Rule):
    """The optimizer that trains a model must be created in the project.

    ## What it does

    Names a training whose optimizer can't be found: the model is compiled outside the project's files, or its
    optimizer is hidden in `**arguments`. Names an optimizer of the project's own class as well that Horovod would make
    anew without what it is given, or could not make, since its `__init__` can't be called with the configuration of
    Keras' own, one of TensorFlow 1 that a Keras model is compiled with, one around another of which
    TensorFlow Addons has several (`Lookahead`, `SWA`), and one of a class that is not found and that the script uses
    otherwise, too; one with a schedule of an own class that Keras can't make from a configuration; and a `compile` in a
    callback, for the model that is trained.

    ## Why

    An optimizer (or its tape) that is not wrapped leaves each process with a model of its own, so a conversion without
    it would be wrong. Horovod's Keras optimizer is made from the configuration of the one that it is given: what its
    `get_config` does not tell is lost, and one of TensorFlow 1 has none. It averages what it is asked to compute: one
    around it that only applies gradients by it never asks, and around such a one it can't be made. Who asks the first
    one what it has trained, or saves it, must ask the other.

    ## When it is not offered

    Aliases, optimizers created under a condition, by a function, in another module, given by name or loaded with the
    model are found, and not reported.

    ## Edit safety

    Nothing is edited; the script is not converted until its author shows the optimizer.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD205", "optimizer-not-found"
    title = "Create the optimizer where it can be seen"
    untouched = [
        """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
"""
    ]
    refused = [
        Refused(
            """\
import numpy as np
import tensorflow as tf
def train(network: tf.keras.Model):
    network.compile(d_optimizer=tf.keras.optimizers.Adam(2e-4), g_optimizer=tf.keras.optimizers.Adam(1e-4))
    network.fit(np.load("photos.npy"), batch_size=16, epochs=10)
""",
            because="HVD205",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
class Told(tf.train.GradientDescentOptimizer):
    def compute_gradients(self, *args, **kwargs):
        return super(Told, self).compute_gradients(*args, **kwargs)
data = np.load("data.npy")
x = tf.placeholder(tf.float32, [None, 4])
optimizer = Told(0.1)
gradients = optimizer.compute_gradients(tf.reduce_mean(tf.square(tf.layers.dense(x, 1))))
train_op = optimizer.apply_gradients(gradients)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(1000):
        sess.run(train_op, {x: data[np.random.randint(0, len(data), 32)]})
""",
            because="HVD205",
        ),
        Refused(
            """\
import tensorflow as tf
from settings import compile_arguments
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(**compile_arguments)
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
            because="HVD205",
        ),
        Refused(
            """\
import sys
import tensorflow as tf

def examples():
    return tf.data.Dataset.from_tensor_slices(({"x": [[1.0]]}, [1])).repeat().batch(1)

def dense(features, labels, mode):
    loss = tf.losses.sparse_softmax_cross_entropy(labels, tf.layers.dense(features["x"], 2))
    train_op = tf.train.AdamOptimizer().minimize(loss, global_step=tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)

if "--linear" in sys.argv:
    classifier = tf.estimator.LinearClassifier([tf.feature_column.numeric_column("x")])
else:
    classifier = tf.estimator.Estimator(dense)
classifier.train(examples, steps=100)
""",
            because="HVD205",
        ),
        Refused(
            """\
import tensorflow as tf
from tuned_momentum import TunedMomentum
weight = tf.Variable(1.0)
train_op = TunedMomentum(0.1).minimize(tf.square(weight))
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(100):
        session.run(train_op)
""",
            because="HVD205",
        ),
        Refused(
            """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.train.AdamOptimizer(0.001), "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
            because="HVD205",
        ),
        Refused(
            """\
import tensorflow as tf
import tensorflow_addons as tfa
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tfa.optimizers.Lookahead(tf.keras.optimizers.Adam(0.001), sync_period=6), "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
            because="HVD205",
        ),
        Refused(
            """\
import tensorflow as tf


class InverseRoot(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, *widths):
        self.factor = min(widths) ** -0.5

    def __call__(self, step):
        return self.factor * tf.math.rsqrt(tf.cast(step, tf.float32) + 1.0)


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(InverseRoot(512, 256)), "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
            because="HVD205",
        ),
        Refused(
            """\
from keras import backend as K
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Optimizer


class PerLayer(Optimizer):
    def __init__(self, lr=0.01, factors=None, **kwargs):
        super().__init__(**kwargs)
        self.lr = K.variable(lr)
        self.factors = factors

    def get_updates(self, loss, params):
        gradients = self.get_gradients(loss, params)
        return [K.update_sub(p, self.lr * self.factors[p.name] * g) for p, g in zip(params, gradients)]

    def get_config(self):
        return {"lr": float(K.get_value(self.lr)), **super().get_config()}


model = Sequential([Dense(1, input_shape=(4,))])
model.compile(PerLayer(lr=0.1, factors={each.name: 2.0 for each in model.weights}), "mse")
model.fit([[1.0] * 4], [[2.0]])
""",
            because="HVD205",
        ),
        Refused(
            """\
import tensorflow as tf
from averaging import AveragedAdam

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = AveragedAdam(0.001)
model.compile(optimizer, "mse")


class Averages(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        optimizer.apply_averages()
        self.model.save_weights(f"{epoch}.h5")


model.fit([[1.0]] * 64, [[2.0]] * 64, callbacks=[Averages()])
""",
            because="HVD205",
        ),
        Refused(
            """\
import tensorflow as tf


class Unfreeze(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        if epoch == 5:
            self.model.trainable = True
            self.model.compile(tf.keras.optimizers.SGD(0.01), "mse")


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64, epochs=10, callbacks=[Unfreeze()])
""",
            because="HVD205",
        ),
    ]


_KEEPING = ("tensorflow.train.", "tensorflow.keras.callbacks.")
"""What keeps an optimizer that it is given, to save or to change it."""

_FROM_KERAS = "tensorflow.keras.estimator.model_to_estimator"


_OF_COMPILE = frozenset(
    {
        *("optimizer", "loss", "metrics", "loss_weights", "weighted_metrics", "run_eagerly", "steps_per_execution"),
        *("jit_compile", "pss_evaluation_shards", "auto_scale_loss", "sample_weight_mode", "target_tensors"),
        *("distribute", "cloning", "experimental_run_tf_function", "experimental_steps_per_execution"),
        *("class_mode", "theano_mode"),
    }
)
"""The names of the arguments of Keras' `compile` in any version."""


def compiled_with(script: Script, training: Training, compiled: Call) -> Refusal | None:
    """Say why the optimizer of a `compile` can't be wrapped: it is hidden, or known on some ways to here only."""
    own = next((each for each in compiled.named if each not in _OF_COMPILE), None)
    if own is not None and not compiled.functions:
        return Refusal(
            OptimizerUnknown(),
            f"`{own}` is no argument of Keras' `compile`: the class of {training.label} has one of its own, which is not seen",
            "let Farandole find the class (is its folder on the path?), or train where it is made",
        )
    argument = compiled.argument("optimizer")
    found = optimizers(script, argument)
    if found:
        mixed = others(script, argument) and any(is_distributed(script, each) for each in found)
        return _averaged_on_one_way(training) if mixed else None
    if argument is None and compiled.may_hide("optimizer"):
        return Refusal(
            OptimizerUnknown(),
            f"the optimizer of {training.label} is hidden in the arguments `*` or `**` of `compile`",
            "pass the optimizer to compile by name",
        )
    if argument is None and not _is_keras(script, compiled):
        return Refusal(
            OptimizerUnknown(),
            f"{compiled.document.quote(compiled.node)} names no optimizer, and its class is not found in the project",
            "name the optimizer in compile, or let Farandole find the class (is its folder on the path?)",
        )
    return None


def not_averaged(training: Training) -> Refusal:
    """Say that it is not seen where a training computes its gradients, or by which optimizer."""
    return Refusal(
        OptimizerUnknown(),
        f"it is not seen which optimizer applies the gradients of {training.label}",
        "create the optimizer in the project, and give it to `compile`, or call its `minimize` or `apply_gradients`",
    )


def _averaged_on_one_way(training: Training) -> Refusal:
    return Refusal(
        OptimizerUnknown(),
        f"the optimizer of {training.label} averages its gradients on one way to here, and is not known on another",
        "create one optimizer for `compile`, wrapped in hvd.DistributedOptimizer",
    )


def _is_keras(script: Script, compiled: Call) -> bool:
    """Say whether it is Keras's `compile`, by the class of its object, and not only a method of that name."""
    return not any(
        isinstance(each, Instance) and isinstance(each.of, Library) and script.catalog.role(each.of.name) is None
        for each in compiled.receivers
    )


def made_anew(script: Script, training: Training, creation: Call, optimizer: Instance) -> Refusal | None:
    """Say what an optimizer of an own class would lose, since Horovod makes it anew from its configuration."""
    reason = not_configured(script, optimizer)
    if reason:
        name = creation.document.segment(creation.node.func)
        return Refusal(
            OptimizerUnknown(),
            f"Horovod makes the optimizer of {training.label} anew from what its `get_config` gives, by name, and "
            f"`{name}.__init__` {reason}",
            f"let `{name}.__init__` take the arguments of Keras' optimizer and hand them on by `**kwargs`, and "
            f"`{name}.get_config` give those of its own",
        )
    lost = left_out(script, optimizer)
    if not lost:
        return None
    names = " and ".join(f"`{name}`" for name in lost)
    return Refusal(
        OptimizerUnknown(),
        f"the optimizer of {training.label} would lose {names}: Horovod makes it anew from what its `get_config` gives",
        f"let `{creation.document.segment(creation.node.func)}.get_config` give {names}, too",
    )


def with_own_schedule(script: Script, training: Training, creation: Call) -> Refusal | None:
    """Say that an optimizer has a schedule of an own class, which Keras can't make from a configuration."""
    schedules = schedules_not_told(script, creation)
    if not schedules:
        return None
    name = getattr(schedules[0].site.node, "name", "")
    return Refusal(
        OptimizerUnknown(),
        f"the optimizer of {training.label} has a schedule of the class `{name}`: Horovod makes it anew from its "
        f"configuration, for which `{name}` must have a `get_config` and be registered with Keras",
        f"give `{name}` a `get_config` with the arguments of its `__init__`, and write "
        "`@tf.keras.utils.register_keras_serializable()` above the class",
    )


def used_otherwise(script: Script, training: Training, compiled: Call) -> Refusal | None:
    """Say where an optimizer that is not followed is used otherwise than by `compile`, which would get another object."""
    argument = compiled.argument("optimizer")
    if not isinstance(argument, ast.Name | ast.Attribute):
        return None
    name = compiled.document.segment(argument)
    for document, use in _uses(script, compiled.document, argument):
        holder = document.parent(use)
        given = script.call(document.parent(holder) if isinstance(holder, ast.keyword) else holder)
        kept = given is not None and use in given.arguments and any(each.startswith(_KEEPING) for each in given.names)
        if kept or (isinstance(holder, ast.Attribute) and holder.value is use):
            where = document.place_of(use, compiled.document)
            return Refusal(
                OptimizerUnknown(),
                f"the optimizer `{name}` of {training.label} is used in {where}, too, and is created where it can't be "
                "followed: Horovod trains with one that it makes anew from it",
                f"wrap it where it is created: `{name} = hvd.DistributedOptimizer({name})`",
            )
    return None


def _uses(
    script: Script, document: Document, argument: ast.Name | ast.Attribute
) -> Iterator[tuple[Document, ast.expr]]:
    """Yield where a name is read, or an attribute that is written alike, with the files."""
    if isinstance(argument, ast.Name):
        home = script.scope(document, argument).home(argument.id)
        uses = script.def_use.uses.get((home, argument.id), ()) if home is not None else ()
        yield from ((document, each) for each in uses if home is not None and home.module.document is document)
        return
    text = document.segment(argument)
    for each in script.documents:
        for node in each.attributes(argument.attr):
            if isinstance(node.ctx, ast.Load) and each.segment(node) == text:
                yield each, node


def of_version_1(script: Script, training: Training, creation: Call, optimizer: Instance) -> Refusal | None:
    """Say that Keras trains with an optimizer of TensorFlow 1, of which Horovod's Keras optimizer can't be made."""
    if not is_of_version_1(script, optimizer):
        return None
    name = creation.document.segment(creation.node.func)
    return Refusal(
        OptimizerUnknown(),
        f"the optimizer `{name}` of {training.label} is one of TensorFlow 1, of which Horovod can make none for Keras",
        "compile the model with an optimizer of Keras, such as tf.keras.optimizers.Adam",
    )


def applied_alone(training: Training, wrapping: Call) -> Refusal:
    """Say that a Keras model's optimizer only applies gradients by another one, which Horovod would wrap in vain."""
    name = wrapping.document.segment(wrapping.node.func)
    return Refusal(
        OptimizerUnknown(),
        f"`{name}`, by which {training.label} is trained, computes the gradients without the optimizer in it: there "
        "Horovod would average none of them",
        f"compile the model with the optimizer in `{name}`, or train in a loop with a tape, which Horovod can wrap",
    )


def created_outside(training: Training) -> Refusal:
    """Say that the optimizer of a model is not created in the project's files."""
    return Refusal(
        OptimizerUnknown(),
        f"the optimizer of {training.label} is created outside the project's files",
        "create the optimizer in the script, where it can be wrapped",
    )


def minimized_outside(training: Training, call: Call) -> Refusal:
    """Say that it is not seen which optimizer minimizes in the `train_step` of a model."""
    return Refusal(
        OptimizerUnknown(),
        f"it is not seen by which optimizer {call.document.quote(call.node.func)} trains {training.label}",
        "create the optimizer in the script, where it can be wrapped",
    )


def compiled_outside(training: Training) -> Refusal:
    """Say that a model is not compiled in the project's files."""
    return Refusal(
        OptimizerUnknown(),
        f"{training.label} is trained here, but no `compile` of it is found in the project",
        "compile the model in the script, where its optimizer can be wrapped",
    )


def unseen_compiles(script: Script, training: Training) -> Iterator[Call]:
    """Yield the calls that compile an object of which nothing is known, where what is trained may be one."""
    if any(_may_be_unseen(script, step) for step in training.steps):
        for call in script.calls:
            named = call.named.keys() & {"loss", "optimizer"}
            if call.attribute == "compile" and named and _is_unseen(script, call):
                yield call


def _may_be_unseen(script: Script, call: Call) -> bool:
    """Say whether nothing is known of an object that a method may be called of."""
    return any(isinstance(each, Unknown) for each in script.values(call.receiver))


def _is_unseen(script: Script, call: Call) -> bool:
    """Say whether nothing is known of the object that a method is called of."""
    return script.must_be(call.receiver, lambda value: isinstance(value, Unknown))


def compiled_unseen(training: Training, compiled: Call) -> Refusal:
    """Say that what is trained may be another model than those that are found, compiled with an optimizer of its own."""
    name = ast.unparse(compiled.node.func).rpartition(".")[0]
    return Refusal(
        OptimizerUnknown(),
        f"{training.label} may be `{name}` of {compiled.document.place_of(compiled.node)}, of which it is not seen what it is: "
        "the optimizer that it is compiled with would average no gradients",
        "make the model by a function or class that the script names",
    )


def compiled_anew(training: Training, compiled: Call) -> Refusal:
    """Say that a callback compiles the model that it is called for, in the midst of its training."""
    return Refusal(
        OptimizerUnknown(),
        f"`{ast.unparse(compiled.node.func)}` gives {training.label} another optimizer while it is trained, which averages no "
        "gradients",
        "compile the model between two calls of `fit`",
    )


def estimated_with(training: Training, call: Call) -> Refusal | None:
    """Say why the optimizer of an estimator can't be wrapped: it makes or copies one, or none is found."""
    name = call.document.segment(call.node.func)
    parameters = call.entry.facts.get("optimizers") if call.entry is not None else None
    if isinstance(parameters, list | tuple) and len(optimizer_arguments(call)) == len(parameters):
        return None
    message = f"no optimizer is found in the project for {training.label}"
    suggestion = "create the optimizer in a model function of the project"
    if _FROM_KERAS in call.names:
        message = f"{training.label} trains with the optimizer of a Keras model, which `{name}` copies"
        suggestion = "train the Keras model by its fit"
    elif parameters:
        message = f"`{name}` makes its optimizer itself"
        suggestion = "pass it an optimizer, which Horovod can wrap"
    return Refusal(OptimizerUnknown(), message, suggestion)


def used_unfollowed(script: Script, training: Training, optimizer: ast.expr) -> Refusal | None:
    """Say that an optimizer that averages its gradients may be another one on some way to its use."""
    reason = unfollowed(script, optimizer)
    if not reason:
        return None
    return Refusal(
        OptimizerUnknown(),
        f"the optimizer of {training.label} averages its gradients on one way to here, but {reason}",
        "create one optimizer, wrapped in hvd.DistributedOptimizer",
    )


def used_unwrappable(script: Script, use: Call, optimizer: ast.expr, found: Collection[Instance]) -> Refusal | None:
    """Say why an optimizer can't be wrapped where it is used: it may be wrapped already, or be no optimizer object.

    `found` are those that the expression, or the function that it stands for, may give.
    """
    text = use.document.segment(optimizer)
    if any(is_distributed(script, each) for each in found):
        message = f"`{text}` is wrapped in hvd.DistributedOptimizer in some cases and not in others"
        suggestion = "wrap each optimizer where it is created"
    elif isinstance(optimizer, ast.Call) and isinstance(optimizer.func, ast.Name) and optimizer.func.id == "super":
        message = (
            f"`{text}` computes the gradients in an optimizer of an own class, and is no object that Horovod can wrap"
        )
        suggestion = "wrap what is made of that class in hvd.DistributedOptimizer, where it is created"
    elif not found and is_of_unread_library(script, use):
        message = f"`{text}` is an object of a library that is not read here: it may be no optimizer of TensorFlow"
        suggestion = "if it is one, wrap it in hvd.DistributedOptimizer, or name its class in the catalogue"
    elif not found and use.attribute not in METHODS:
        message = f"the optimizer `{text}` is given by its name or class, or can't be found in the project"
        suggestion = "pass an optimizer object, which Horovod can wrap"
    elif found and not optimizers(script, optimizer):
        message = f"`{text}` is a function, and the optimizer that it gives can't be wrapped where it is created"
        suggestion = "wrap the optimizer in hvd.DistributedOptimizer in that function"
    else:
        return None
    return Refusal(OptimizerUnknown(), message, suggestion)
