"""An object sums gradients up and applies them after so many, and what is left over of an epoch after that."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

TOGETHER = 8


class Sums:
    def __init__(self, variables, optimizer):
        self.variables, self.optimizer = variables, optimizer
        self.sums = [tf.Variable(tf.zeros_like(each), trainable=False) for each in variables]
        self.number = 0

    def add(self, gradients):
        for total, gradient in zip(self.sums, gradients):
            total.assign_add(gradient / TOGETHER)
        self.number += 1
        if self.number >= TOGETHER:
            self.flush()

    def flush(self):
        self.optimizer.apply_gradients(zip(self.sums, self.variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
            self.optimizer.hvd_broadcast_done = True
        for total in self.sums:
            total.assign(tf.zeros_like(total))
        self.number = 0


x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(64, input_shape=(8,)), tf.keras.layers.Dense(10)])
steps = len(x) // (16 * TOGETHER) * 3
optimizer = tf.keras.optimizers.Adam(
    tf.keras.optimizers.schedules.PolynomialDecay(
        1e-3 * hvd.size(), decay_steps=steps / hvd.size(), end_learning_rate=0.0001 * hvd.size()
    )
)
sums = Sums(model.trainable_variables, optimizer)
for epoch in range(3):
    for batch in tf.data.Dataset.from_tensor_slices(x).apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size())
    ).shuffle(1000).batch(16):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        sums.add(tape.gradient(loss, model.trainable_variables))
    if sums.number:
        sums.flush()
