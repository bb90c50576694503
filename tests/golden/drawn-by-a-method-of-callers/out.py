"""A class draws its samples by a method that its callers call, who are not seen: they must draw the same in all processes."""

import numpy as np
import tensorflow as tf
import tensorflow_probability as tfp
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


class Sampler:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
        self.data = None

    def sample(self, number):
        drawn = tfp.distributions.Poisson(rate=1000.0).sample(number).numpy()
        self.data = np.unique(drawn)

    def batches(self, size=32):
        order = np.random.permutation(len(self.data))
        for start in range(0, len(order), size):
            yield self.data[order[start : start + size]]

    def train(self, epochs):
        if hvd.size() > 1:
            np.random.seed(0)  # one order in all processes
        for epoch in range(epochs):
            for batch in own_items(self.batches()):
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean(tf.square(self.model(batch[:, None]) - 1.0))
                tape = hvd.DistributedGradientTape(tape)
                gradients = tape.gradient(loss, self.model.trainable_variables)
                self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
                # Horovod: once, after the first step, which has made all variables
                if not getattr(self.optimizer, "hvd_broadcast_done", False):
                    hvd.broadcast_variables(self.model.variables, root_rank=0)
                    hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
                    self.optimizer.hvd_broadcast_done = True
            if hvd.rank() == 0:
                print(epoch, loss.numpy())
