"""Models are attributes of a class below an abstract one: `abc.ABC` gives it no other members."""

from abc import ABC, abstractmethod

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Generative(ABC):
    def __init__(self, samples):
        self.samples = samples
        self.decoder = self.dense(8)

    @staticmethod
    def dense(width):
        return tf.keras.Sequential([tf.keras.layers.Dense(width)])

    @abstractmethod
    def train(self, steps):
        """Train for some steps."""


class Auto(Generative):
    def __init__(self, samples):
        super().__init__(samples)
        self.encoder = self.dense(2)
        self.both = self.compiled(lr=0.1)

    def compiled(self, lr):
        model = tf.keras.Sequential([self.encoder, self.decoder])
        model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(lr * hvd.size())), "mse")
        return model

    def train(self, steps):
        for step in range(max(1, steps // hvd.size())):
            batch = self.samples[np.random.randint(0, len(self.samples), 64)]
            loss = self.both.train_on_batch(batch, batch)
            # Horovod: once, after the first step, which has made all variables
            if not getattr(self.both, "hvd_broadcast_done", False):
                broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
                broadcast.set_model(self.both)
                broadcast.on_batch_end(0)
                self.both.hvd_broadcast_done = True
            if step % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
                print(step, loss)


auto = Auto(np.load("samples.npy"))
for epoch in range(10):
    auto.train(500)
    if hvd.rank() == 0:
        auto.both.save(f"auto{epoch}.h5")
