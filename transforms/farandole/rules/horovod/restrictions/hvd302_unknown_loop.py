"""Restriction 2 on training loops: the loop must be of a known type."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.options import Options
from farandole.rules.families import LOOP_RESTRICTIONS
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Finding, Refused, Rule, Status


class UnknownLoop(Rule):
    """A training loop must be of one of the known types.

    ## What it does

    Names a loop, or a graph, that applies gradients by its own arithmetic (`w.assign_sub(rate * gradient)`), a
    TensorFlow 1 graph whose train op no session is seen to run, and a training that a library hides: wrappers for
    scikit-learn, searches for hyper-parameters, optimizers of SciPy or TensorFlow Probability, `optimizer.apply` of Keras 3,
    a `train_on_batch` of an object that is not found, a method of a model that a library is given to call
    (`pool.submit(model.fit)`), gradients that a function of TensorFlow 1's eager mode gives, and a
    loop of TensorFlow's own that takes the steps, as `Dataset.reduce` does.

    ## Why

    The steps of a conversion belong to an optimizer: its rate is scaled, its variables are broadcast. Without one it is
    not known what a step of the training is.

    ## When it is not offered

    Session, MonitoredSession, Estimator, GradientTape and Keras trainings are known.

    ## Edit safety

    Nothing is edited; the script is not converted until its gradients are applied by an optimizer.
    """

    family = LOOP_RESTRICTIONS
    code, name = "HVD302", "training-loop-unknown"
    title = "Apply the gradients with an optimizer"
    untouched = [
        """\
import tensorflow as tf
w = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.1)
with tf.GradientTape() as tape:
    loss = w * w
optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))
"""
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
w = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.1)
dataset = tf.data.Dataset.range(1000).map(lambda i: tf.cast(i, tf.float32)).batch(10)
def step(total, batch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((w * batch - 1.0) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))
    return total + loss
for epoch in range(10):
    print(dataset.reduce(0.0, lambda total, batch: step(total, batch)))
""",
            because="HVD302",
        ),
        Refused(
            """\
import pickle
import numpy as np
import tensorflow as tf
with open("model.pkl", "rb") as file:
    model = pickle.load(file)
model.fit(np.load("x.npy"), np.load("y.npy"), epochs=5)
""",
            because="HVD302",
        ),
        Refused(
            """\
import tensorflow as tf

class Graph(dict):
    def __init__(self, **items):
        dict.__init__(self, **items)
        self.__dict__ = self

def training(loss):
    return Graph(train_op=tf.train.AdamOptimizer(0.01).minimize(loss))

w = tf.get_variable("w", [])
graph = Graph(loss=w * w)
graph.update(training(graph.loss))
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(100):
        session.run([graph.loss, graph.train_op])
""",
            because="HVD302",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf

class ClippedAdam(tf.keras.optimizers.Adam):
    def apply_gradients(self, grads_and_vars, name=None):
        gradients, variables = zip(*grads_and_vars)
        gradients, _ = tf.clip_by_global_norm(gradients, 1.0)
        return super().apply_gradients(zip(gradients, variables), name=name)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(ClippedAdam(0.001), "mse")
model.fit(np.load("samples.npy"), np.load("labels.npy"))
""",
            because="HVD302",
        ),
        Refused(
            """\
import tensorflow as tf
w = tf.Variable(1.0)
for step in range(10):
    with tf.GradientTape() as tape:
        loss = w * w
    gradient = tape.gradient(loss, w)
    w.assign_sub(0.1 * gradient)
""",
            because="HVD302",
        ),
        Refused(
            """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
for x in tf.data.Dataset.from_tensor_slices(tf.random.normal([80, 3])).batch(8):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    for gradient, variable in zip(tape.gradient(loss, model.variables), model.variables):
        variable.assign_sub(0.1 * gradient)
""",
            because="HVD302",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf

def updates(loss, variables, rate):
    pairs = zip(variables, tf.gradients(loss, variables))
    return tf.group(*[variable.assign(variable - rate * gradient) for variable, gradient in pairs])

def main(_):
    x = tf.placeholder(tf.float32, [None, 4])
    loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
    step = updates(loss, tf.trainable_variables(), 0.1)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for batch in np.load("samples.npy"):
            session.run(step, {x: batch})

if __name__ == "__main__":
    tf.app.run()
""",
            because="HVD302",
        ),
        Refused(
            """\
import sugartensor as tf
x = tf.ones([8, 4])
tf.sg_train(loss=tf.reduce_mean(x.sg_dense(dim=1)), lr=0.001, max_ep=3)
""",
            because="HVD302",
        ),
        Refused(
            """\
import fire
from tensorpack import SimpleTrainer, TrainConfig, launch_train_with_config
from models import Model

def train(epochs=3):
    launch_train_with_config(TrainConfig(model=Model(), max_epoch=epochs), SimpleTrainer())

if __name__ == "__main__":
    fire.Fire(train)
""",
            because="HVD302",
        ),
        Refused(
            """\
import importlib
import sys
import tensorflow.compat.v1 as tf
network = importlib.import_module("networks." + sys.argv[1])
model = network.Model()
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(100):
        loss, _ = session.run([model.loss, model.train_op])
""",
            because="HVD302",
        ),
        Refused(
            """\
import tensorflow.compat.v1 as tf
from models import *
model = gan.GAN(training=True)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(100):
        session.run(model.D_train_op)
""",
            because="HVD302",
        ),
        Refused(
            """\
import tensorflow.compat.v1 as tf
w = tf.Variable(1.0)
step = tf.train.AdamOptimizer(0.1).minimize(w * w)
tf.contrib.learn.train(tf.get_default_graph(), "out", step, w * w, steps=1000)
""",
            because="HVD302",
        ),
        Refused(
            """\
import tensorflow.compat.v1 as tf
import acme.training
w = tf.Variable(1.0)
trainer = acme.training.Trainer(tf.train.AdamOptimizer(0.1), w * w)
trainer.train(1000)
""",
            because="HVD302",
        ),
        Refused(
            """\
from keras.layers import Dense
from keras.models import Sequential
from batches import batches

class Settings(dict):
    __getattr__ = dict.get

model = Sequential([Dense(1)])
model.compile("sgd", "mse")
settings = Settings({"model": model})
settings.model.fit_generator(batches(), 100)
""",
            because="HVD302",
        ),
        Refused(
            """\
import tensorflow.compat.v1 as tf
tf.disable_v2_behavior()
w = tf.Variable(1.0)
update = w.assign(w - 0.1 * tf.gradients(w * w, [w])[0])
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(10):
        session.run(update)
""",
            because="HVD302",
        ),
        Refused(
            """\
import tensorflow as tf

tf.enable_eager_execution()
w = tf.contrib.eager.Variable(1.0)
gradient = tf.contrib.eager.implicit_gradients(lambda: w * w)
optimizer = tf.train.GradientDescentOptimizer(0.1)
for step in range(10):
    optimizer.apply_gradients(gradient())
""",
            because="HVD302",
        ),
        Refused(
            """\
import tensorflow as tf
from scikeras.wrappers import KerasClassifier

def build():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    return model

KerasClassifier(build).fit([[1.0]] * 64, [[2.0]] * 64)
""",
            because="HVD302",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
from network import model_fn

x = np.load("x.npy")
regressor = tf.contrib.learn.SKCompat(tf.contrib.learn.Estimator(model_fn))
regressor.fit(x, x[:, :1], batch_size=10, steps=100)
""",
            because="HVD302",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
from hyperopt import fmin, hp, tpe

x = np.load("x.npy")

def error(rate):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.SGD(rate), "mse")
    model.fit(x, x[:, :1])
    return model.evaluate(x, x[:, :1])

print(fmin(error, hp.loguniform("rate", -7, -2), algo=tpe.suggest, max_evals=10))
""",
            because="HVD302",
        ),
        Refused(
            """\
import tensorflow as tf
w = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.1)

@tf.function
def step(x):
    optimizer.apply_gradients(zip(tf.gradients(w * x, [w]), [w]))

step(tf.constant(1.0))
""",
            because="HVD302",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
from scipy.optimize import minimize

x = tf.constant(np.load("x.npy"))
model = tf.keras.Sequential([tf.keras.Input([3]), tf.keras.layers.Dense(1)])
kernel, bias = model.trainable_variables

def error(flat):
    kernel.assign(tf.reshape(flat[:3], [3, 1]))
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    return loss.numpy(), tape.gradient(loss, kernel).numpy().ravel()

minimize(error, np.zeros(3), jac=True, method="L-BFGS-B")
""",
            because="HVD302",
        ),
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the trainings of an unknown pattern."""
        for training in script.trainings:
            if training.pattern is not Pattern.UNKNOWN:
                continue
            message, suggestion = _said(training)
            yield Finding(
                self,
                Status.REFUSED,
                training.document,
                training.span,
                message,
                suggestion,
                training=training,
                step="HVD104",
                blocks=True,
            )


def _said(training: Training) -> tuple[str, str]:
    """Say what is not known of a training, and what its author can do."""
    text = training.document.segment(training.steps[0].node.func)
    if training.unseen:
        return training.unseen, "train by `fit`, or with a tape and an optimizer, in code of the project"
    if training.gradients:
        return (
            f"the gradients are applied by `{text}`, not by an optimizer",
            "apply the gradients with a tf.keras.optimizers optimizer (SGD does the same arithmetic)",
        )
    return (
        f"no session is seen to run the train op that `{text}` builds",
        "run the train op in a session that the script creates",
    )


def not_driven(training: Training) -> Refusal:
    """Say that it is not seen what takes the steps of a training again and again."""
    return Refusal(
        UnknownLoop(),
        f"it is not seen which loop takes the steps of {training.label}",
        "write the loop out, as in `for batch in dataset:`",
    )


def looped_in_library(training: Training, call: Call) -> Refusal:
    """Say that a call of TensorFlow takes the steps of a training in a loop of its own."""
    return Refusal(
        UnknownLoop(),
        f"{call.document.quote(call.node.func)} in {call.document.place_of(call.node)} takes the steps of {training.label} in a "
        "loop of its own, in which no broadcast can follow the first of them",
        "write the loop out, as in `for batch in dataset:`",
    )
