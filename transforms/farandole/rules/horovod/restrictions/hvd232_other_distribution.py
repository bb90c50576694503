"""A script must not distribute its training by other means."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.distribution import COPIES, STRATEGY
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.hvd102_pin_gpu import PinGpu
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Finding, Refused, Rule


class OtherDistribution(Rule):
    """A training must not be spread over GPUs or machines already.

    ## What it does

    Names a graph that is built once for each GPU in a loop over `tf.device`, a script that starts a TensorFlow server,
    places variables on parameter servers, or uses `SyncReplicasOptimizer`, the `CrossShardOptimizer` of TPUs,
    `multi_gpu_model`, `replicate_model_fn` or a `tf.distribute` strategy, and a `with` that enters the scope of what may
    be a strategy and is not seen in the project. With them is a script without Horovod that asks MPI, or a launcher's
    variable such as `SLURM_PROCID`, for the number of its process: it divides its data by that.

    ## Why

    Under Horovod each process trains on one GPU and sees no other. Towers on other GPUs would have no place, and two
    ways to distribute would average and divide the same work twice.

    ## When it is not offered

    One device, named once, is no obstacle, nor is a strategy of which only the scope and the number of copies are asked, as
    where `fit` trains: HVD102 puts the default strategy in its place. So it puts a model in the place of what
    `multi_gpu_model` makes of it, where nothing is asked of that but to be compiled, to train, and the like. What only an option switches on, such as `if args.multi_gpu:` where
    `--multi-gpu` is off by default, is left as it is, and so is what the script's own numbers and lists switch off, as
    `if len(gpus) > 1:` where `gpus = [0]`: HVD104 asks to leave it off.

    ## Edit safety

    Nothing is edited; the script is not converted until it trains on one device.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD232", "distributed-otherwise"
    title = "Train on one device: Horovod starts a process for each GPU"
    untouched = [
        """\
import tensorflow as tf
with tf.device("/gpu:0"):
    w = tf.Variable(1.0)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(w * w)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op)
"""
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
def model_fn(features, labels, mode):
    loss = tf.losses.mean_squared_error(labels, tf.layers.dense(features, 1))
    optimizer = tf.contrib.estimator.TowerOptimizer(tf.train.AdamOptimizer(0.1))
    train_op = optimizer.minimize(loss, tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)
estimator = tf.estimator.Estimator(tf.contrib.estimator.replicate_model_fn(model_fn))
estimator.train(lambda: tf.data.Dataset.from_tensor_slices(([[1.0]], [[2.0]])).batch(1).repeat(), steps=100)
""",
            because="HVD232",
        ),
        Refused(
            """\
import os
import numpy as np
import tensorflow as tf
rank, size = int(os.environ.get("SLURM_PROCID", 0)), int(os.environ.get("SLURM_NTASKS", 1))
x, y = np.array_split(np.load("x.npy"), size)[rank], np.array_split(np.load("y.npy"), size)[rank]
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
model.fit(x, y)
""",
            because="HVD232",
        ),
        Refused(
            """\
import os
import numpy as np
import tensorflow as tf
rank, size = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
x, y = np.load("x.npy")[rank::size], np.load("y.npy")[rank::size]
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
model.fit(x, y)
""",
            because="HVD232",
        ),
        Refused(
            """\
import keras
import numpy as np
import tensorflow as tf

def on_every_gpu(model, count):
    outputs = []
    for gpu in range(count):
        with tf.device("/gpu:%d" % gpu):
            part = keras.layers.Lambda(lambda x, at: x[at::count], arguments={"at": gpu})(model.inputs[0])
            outputs.append(model(part))
    return keras.Model(model.inputs, keras.layers.concatenate(outputs, axis=0))

x = np.load("x.npy")
model = on_every_gpu(keras.Sequential([keras.layers.Dense(1, input_dim=4)]), 2)
model.compile("sgd", "mse")
model.fit(x, x[:, :1])
""",
            because="HVD232",
        ),
        Refused(
            """\
import tensorflow as tf

def tower(x, reuse):
    with tf.variable_scope("model", reuse=reuse):
        return tf.layers.dense(x, 1)

x = tf.placeholder(tf.float32, [32, 4])
for gpu, part in enumerate(tf.split(x, 2)):
    with tf.device(tf.DeviceSpec(device_type="GPU", device_index=gpu)):
        tf.add_to_collection("losses", tf.reduce_mean(tower(part, gpu > 0) ** 2))
train_op = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean(tf.get_collection("losses")))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(100):
        sess.run(train_op, {x: sample()})
""",
            because="HVD232",
        ),
        Refused(
            """\
import tensorflow as tf
w = tf.Variable(1.0)
optimizer = tf.train.GradientDescentOptimizer(0.1)
towers = []
for i in range(2):
    with tf.device("/gpu:%d" % i):
        towers += optimizer.compute_gradients(w * w)
train_op = optimizer.apply_gradients(towers)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op)
""",
            because="HVD232",
        ),
        Refused(
            """\
import tensorflow as tf
w = tf.Variable(1.0)
optimizer = tf.train.GradientDescentOptimizer(0.1)


def gradients_of_tower():
    return optimizer.compute_gradients(w * w)


towers = []
for i in range(2):
    with tf.device("/gpu:{}".format(i)):
        towers += gradients_of_tower()
train_op = optimizer.apply_gradients(towers)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op)
""",
            because="HVD232",
        ),
        Refused(
            """\
import tensorflow as tf
from setup import strategy
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
            because="HVD232",
        ),
        Refused(
            """import tensorflow as tf


class Regression(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)
        self.optimizer = tf.keras.optimizers.SGD(0.1)

    def train_step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.dense(x))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))


strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = Regression()
for x in tf.data.Dataset.from_tensor_slices(tf.ones((64, 4))).batch(8):
    strategy.run(model.train_step, args=(x,))
""",
            because="HVD232",
        ),
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the trainings that something else distributes."""
        others = [(other.document, other.node, other.by) for other in script.distributions if not other.optional]
        if not PinGpu().is_asked(options):
            others += [(call.document, call.node, STRATEGY) for call in script.strategies]
            others += [(each.call.document, each.call.node, COPIES) for each in script.copies]
        for training in script.trainings if others else ():
            document, node, by = others[0]
            message = f"{training.label} is distributed already, by {by}"
            yield Refusal(self, message).finding("HVD104", document, node, training)
