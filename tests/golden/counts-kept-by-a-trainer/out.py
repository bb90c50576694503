"""A trainer counts its updates itself: rates, tables and limits go by that, and so does the mean of what it adds up."""

import math

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
    def __init__(self, path):
        self.accumulated, self.peak, self.warm, self.updates = 4, 0.1, 50, 1000
        self.batches = (
            tf.data.Dataset.from_tensor_slices(np.load(path))
            .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
            .shuffle(1000)
            .repeat()
            .batch(8)
        )
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.SGD(self.peak * hvd.size())
        self.milestones = [400, 800]
        self.factor = 1.0
        self.update, self.total, self.sums = 0, 0.0, []

    def set_rate(self):
        if self.update < self.warm // hvd.size():
            self.optimizer.learning_rate = (
                self.factor * self.peak * (self.update * hvd.size() + 1) / self.warm * hvd.size()
            )
        else:
            part = (self.update * hvd.size() - self.warm) / (self.updates - self.warm)
            self.optimizer.learning_rate = self.factor * self.peak / 2 * (1 + math.cos(math.pi * part)) * hvd.size()

    def run(self):
        for number, batch in enumerate(self.batches):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(self.model(batch) ** 2) / self.accumulated
            tape = hvd.DistributedGradientTape(tape)
            gradients = tape.gradient(loss, self.model.trainable_variables)
            self.sums = [a + b for a, b in zip(self.sums, gradients)] if self.sums else gradients
            if (number + 1) % self.accumulated == 0:
                self.set_rate()
                self.optimizer.apply_gradients(zip(self.sums, self.model.trainable_variables))
                # Horovod: once, after the first step, which has made all variables
                if not getattr(self.optimizer, "hvd_broadcast_done", False):
                    hvd.broadcast_variables(self.model.variables, root_rank=0)
                    hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
                    self.optimizer.hvd_broadcast_done = True
                self.sums = []
                self.total += float(loss)
                self.update += 1
                if self.update in [turn // hvd.size() for turn in self.milestones]:
                    self.factor = self.factor / 2
                if self.update == self.updates // hvd.size():
                    break
        if hvd.rank() == 0:
            print("mean loss", self.total / self.update)


Trainer("samples.npy").run()
