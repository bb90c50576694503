"""What a training computes with must not be renewed from the samples of one process."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.horovod.own_state import added_to_samples, renewed_by_batches
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Finding, Refused, Rule


class StateOfItsOwn(Rule):
    """What a training computes with must not be renewed from the samples of one process.

    ## What it does

    Names a call or an assignment that gives a variable, or rows of an array, what is computed from samples and from what was
    there before, where a loss or a layer is computed from it: the codebook of a VQ-VAE, the centers of a center loss, a
    running normaliser, a queue of keys, a memory bank, the balance of a BEGAN. That may be a number of the script, too,
    which its loop computes from the losses it has fetched, and feeds to the next step.

    ## Why

    The weights are equal in all processes, since gradients are averaged. What is no weight is not: each process has a
    codebook of its own, from its part of the samples, and trains the common weights against it. Rows of a memory bank that
    belong to the samples of other processes keep their first values.

    A perturbation that is added to the samples, as in adversarial training, must not be equal in all processes: it is
    refused where its gradients would be averaged with those of the weights.

    ## When it is not offered

    What the layers of Keras keep, such as the moving averages of `BatchNormalization`, which no step of a training reads;
    what is read in place of the renewal, as in a normalisation that is written by hand; averages of weights, as those of a
    teacher; metrics and other numbers that only are reported; variables that are given what only the last batch says;
    an operation of a graph of TensorFlow 1 that nothing asks for; what is computed from a `hvd.allreduce` or
    `hvd.allgather`.

    ## Edit safety

    Nothing is edited; the script is not converted.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD243", "state-of-its-own"
    title = "Average it over the processes, or gather what it is computed from: hvd.allreduce, hvd.allgather"
    untouched = [
        """\
import tensorflow as tf


class Normalisation(tf.keras.layers.Layer):
    def build(self, shape):
        self.mean = self.add_weight(name="mean", shape=shape[-1:], initializer="zeros", trainable=False)

    def call(self, x, training=False):
        if training:
            mean = tf.reduce_mean(x, axis=0)
            self.mean.assign(0.9 * self.mean + 0.1 * mean)
        else:
            mean = self.mean
        return x - mean


model = tf.keras.Sequential([Normalisation(), tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(tf.ones([64, 4]), tf.ones([64, 1]))
""",
        """\
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(tf.ones([64, 4])).batch(8)
model, slow = tf.keras.layers.Dense(4), tf.keras.layers.Dense(4)
optimizer = tf.keras.optimizers.SGD(0.1)
seen, total = tf.Variable(0), tf.Variable(0.0)
for x in data:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - slow(x)) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    seen.assign_add(len(x))
    total.assign_add(loss)
    for average, variable in zip(slow.variables, model.variables):
        average.assign(0.9 * average + 0.1 * variable)
print(total / tf.cast(seen, tf.float32))
""",
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf


class Codebook(tf.keras.layers.Layer):
    def build(self, shape):
        self.codes = self.add_weight(name="codes", shape=(16, shape[-1]), trainable=False)

    def call(self, x):
        chosen = tf.argmin(tf.reduce_sum((x[:, None] - self.codes) ** 2, axis=-1), axis=-1)
        means = tf.math.unsorted_segment_mean(x, chosen, 16)
        self.codes.assign(0.99 * self.codes + 0.01 * means)
        return x + tf.stop_gradient(tf.gather(self.codes, chosen) - x)


model = tf.keras.Sequential([tf.keras.layers.Dense(8), Codebook(), tf.keras.layers.Dense(4)])
model.compile("sgd", "mse")
model.fit(tf.ones([64, 4]), tf.ones([64, 4]))
""",
            because="HVD243",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf

x = np.load("x.npy")
bank = np.zeros([len(x), 8], "float32")
model = tf.keras.layers.Dense(8)
optimizer = tf.keras.optimizers.SGD(0.1)
for places, images in tf.data.Dataset.from_tensor_slices((np.arange(len(x)), x)).shuffle(1000).batch(32):
    with tf.GradientTape() as tape:
        features = model(images)
        loss = tf.reduce_mean(tf.matmul(features, bank, transpose_b=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    bank[places] = features
""",
            because="HVD243",
        ),
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the first renewal of what a training computes with from the samples of a process."""
        found = renewed_by_batches(script) if script.trainings else None
        if found is not None:
            document, training = found.document, script.trainings[0]
            message = (
                f"{document.quote(found.target)} is renewed by what a process computes from its own samples, and "
                f"{training.label} is trained with it: each process would have another one"
            )
            yield Refusal(self, message).finding("HVD105", document, found.node, training)
        added = added_to_samples(script) if script.trainings else None
        if added is not None:
            document, training = added.document, script.trainings[0]
            name = document.quote(added.target)
            message = f"{name} is added to the samples of each process, and its gradients would be averaged over all processes"
            help_text = f"compute the gradients of {name} apart from those of the weights, by tf.gradients"
            yield Refusal(self, message, help_text).finding("HVD104", document, added.node, training)
