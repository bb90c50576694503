"""Gradients and variables are paired before they are applied: the pairs have a name, and the variables stay those."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Network:
    def __init__(self):
        self.w = tf.Variable(tf.random.normal([8, 4]))
        self.b = tf.Variable(tf.zeros([4]))
        self.params = [self.w, self.b]
        self.optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())

    def step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(x, self.w) + self.b))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, [self.w, self.b])
        pairs = list(zip(gradients, self.params))
        self.optimizer.apply_gradients(pairs)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables([self.w, self.b], root_rank=0)
            hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
            self.optimizer.hvd_broadcast_done = True
        return loss


network = Network()
data = (
    tf.data.Dataset.from_tensor_slices(np.load("x.npy"))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)
for epoch in range(5):
    for batch in data:
        network.step(batch)
