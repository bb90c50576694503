import argparse

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Cosine:
    def __init__(self, base, total, warmup):
        self.base = base
        self.total = total
        self.warmup = warmup
        self.asked = 0

    def next_rate(self):
        if self.asked < self.warmup:
            rate = self.base * self.asked / self.warmup
        else:
            done = (self.asked - self.warmup) / (self.total - self.warmup)
            rate = 0.5 * self.base * (1 + np.cos(np.pi * done))
        self.asked += hvd.size()
        return rate


parser = argparse.ArgumentParser()
parser.add_argument("--cosine", action="store_true")
args = parser.parse_args()
epochs = 10
x, y = np.load("x.npy"), np.load("y.npy")
data = (
    tf.data.Dataset.from_tensor_slices((x, y))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .shuffle(1000)
    .batch(8)
)
steps = len(x) // 8
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
schedule = Cosine(1e-3, steps * epochs, steps)
for epoch in range(epochs):
    for features, labels in data:
        if args.cosine:
            rate = schedule.next_rate()
            optimizer.learning_rate = rate * hvd.size()
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(features) - labels))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
