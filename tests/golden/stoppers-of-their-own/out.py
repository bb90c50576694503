"""An object of the script is told each loss, and says by an attribute or a property when to stop: rank 0 says it for all."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class EarlyStopping:
    def __init__(self, patience):
        self.patience = patience
        self.failures = 0
        self.best = None
        self.early_stop = False

    def __call__(self, loss):
        if self.best is None or loss < self.best:
            self.best, self.failures = loss, 0
        else:
            self.failures += 1
            if self.failures >= self.patience:
                self.early_stop = True


class Meter:
    def __init__(self):
        self.total, self.count = 0.0, 0

    def update(self, value):
        self.total += value
        self.count += 1

    @property
    def mean(self):
        return self.total / max(1, self.count)


class Trainer:
    def __init__(self, samples, held):
        self.batches = (
            tf.data.Dataset.from_tensor_slices(samples)
            .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
            .shuffle(1000)
            .batch(32)
        )
        self.held = held
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.BatchNormalization()])
        self.optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
        self.stopping = EarlyStopping(5)

    def train(self, epochs):
        for epoch in range(epochs):
            meter = Meter()
            for batch in self.batches:
                meter.update(float(self.step(batch)))
            self.stopping(float(tf.reduce_mean(self.model(self.held) ** 2)))
            if hvd.broadcast(bool(self.stopping.early_stop), root_rank=0):
                break
            if hvd.broadcast(bool(meter.mean < 1e-4 and meter.count > 10 // hvd.size()), root_rank=0):
                return

    def step(self, batch):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.model(batch, training=True) - batch) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(self.model.variables, root_rank=0)
            hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
            self.optimizer.hvd_broadcast_done = True
        return loss


Trainer(np.load("samples.npy").astype("float32"), np.load("held.npy").astype("float32")).train(100)
