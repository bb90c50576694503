"""Evaluations without success are counted, and not steps: their number stays, since their period is divided."""

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
    def __init__(self, samples, held):
        self.batches = (
            tf.data.Dataset.from_tensor_slices(samples)
            .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
            .shuffle(1000)
            .batch(32)
        )
        self.held = held
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(8)])
        self.optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
        self.best, self.failures, self.patience = 1e9, 0, 5
        self.temperature = 1.0

    def train(self, steps):
        for step, batch in enumerate(self.batches.repeat(), 1):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((self.model(batch) - batch) ** 2) / self.temperature
            tape = hvd.DistributedGradientTape(tape)
            gradients = tape.gradient(loss, self.model.trainable_variables)
            self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
            # Horovod: once, after the first step, which has made all variables
            if not getattr(self.optimizer, "hvd_broadcast_done", False):
                hvd.broadcast_variables(self.model.variables, root_rank=0)
                hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
                self.optimizer.hvd_broadcast_done = True
            if step % max(1, 500 // hvd.size()) == 0:
                self.temperature *= 0.9
                value = float(tf.reduce_mean((self.model(self.held) - self.held) ** 2))
                if value < self.best:
                    self.best, self.failures = value, 0
                    if hvd.rank() == 0:
                        self.model.save_weights("best.h5")
                else:
                    self.failures += 1
                if hvd.broadcast(bool(self.failures >= self.patience), root_rank=0):
                    break
            if step == max(1, steps // hvd.size()):
                break


Trainer(np.load("samples.npy"), np.load("held.npy")).train(20000)
