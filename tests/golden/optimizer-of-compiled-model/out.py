"""Loops with tapes that take their steps by the optimizer that `compile` was given, by name or as an object."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Trained(tf.keras.Model):
    def __init__(self, body, rate):
        super().__init__()
        self.body, self.rate = body, rate

    def call(self, inputs):
        return self.body(inputs)

    def compile(self, optimizer=None, **kwargs):
        chosen = optimizer or tf.keras.optimizers.SGD(self.rate * hvd.size())
        super().compile(optimizer=chosen, **kwargs)

    def one_step(self, inputs, targets):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(inputs, training=True) - targets) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(self.variables, root_rank=0)
            hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
            self.optimizer.hvd_broadcast_done = True


features = np.load("features.npy")
labels = np.load("labels.npy")
dataset = (
    tf.data.Dataset.from_tensor_slices((features, labels))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)

own = Trained(tf.keras.Sequential([tf.keras.layers.Dense(1)]), 0.05)
own.compile()
for epoch in range(3):
    for inputs, targets in dataset:
        own.one_step(inputs, targets)

named = tf.keras.Sequential([tf.keras.layers.Dense(1)])
named.compile(tf.keras.optimizers.Adam(0.001 * hvd_keras.size()), loss="mse")
for epoch in range(3):
    for inputs, targets in dataset:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((named(inputs, training=True) - targets) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, named.trainable_variables)
        named.optimizer.apply_gradients(zip(gradients, named.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(named.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(named.variables, root_rank=0)
            hvd.broadcast_variables(named.optimizer.variables(), root_rank=0)
            named.optimizer.hvd_broadcast_done = True
