"""A class trains with a tape, at a place that each pass begins anew, in an order that chance decides."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Trainer:
    def __init__(self, samples, targets, size):
        self.samples = samples
        self.targets = targets
        self.size = size
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.SGD(0.05 * hvd.size())

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(x) - y))
        tape = hvd.DistributedGradientTape(tape)
        variables = self.model.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(self.model.variables, root_rank=0)
            hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
            self.optimizer.hvd_broadcast_done = True
        return loss

    def train(self, passes):
        shard = slice(hvd.rank(), len(self.samples) // hvd.size() * hvd.size(), hvd.size())
        for number in range(passes):
            order = np.random.permutation(len(self.samples))
            self.samples, self.targets = self.samples[order], self.targets[order]
            place, losses = 0, 0.0
            while place <= max(1, len(self.samples) // hvd.size()) - self.size:
                x = self.samples[shard][place : place + self.size]
                y = self.targets[shard][place : place + self.size]
                losses += self.step(x, y)
                place += self.size
            if hvd.rank() == 0:
                print(number, float(losses))


np.random.seed(3)
samples = np.random.rand(96, 4).astype("float32")
Trainer(samples, samples.mean(axis=1, keepdims=True), 8).train(3)
