"""A schedule keeps what it computes from its arguments, and not these: Keras makes it anew with them."""

import math

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


@tf.keras.utils.register_keras_serializable()
class WarmCosine(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, rate, epochs, steps, warm=0.1):
        """Rise for a part `warm` of all steps, and fall then."""
        super().__init__()
        self.epochs = epochs
        self.steps = steps
        self.warm = warm
        self.total = epochs * steps
        self.risen = max(1, int(self.total * warm))
        self.rate = rate

    def __call__(self, step):
        step = step * hvd.size()  # the steps of all processes
        step = tf.cast(step, tf.float32)
        falling = 0.5 * self.rate * (1.0 + tf.cos(math.pi * step / self.total))
        return tf.where(step < self.risen, self.rate * step / self.risen, falling) * hvd.size()

    def get_config(self):
        return {"rate": self.rate, "epochs": self.epochs, "steps": self.steps, "warm": self.warm}


@tf.keras.utils.register_keras_serializable()
class Rooted(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, width, warm):
        self._width = width
        self._warm = warm
        self.width = tf.math.rsqrt(tf.cast(width, tf.float32))
        self.warm = warm**-1.5

    def __call__(self, step):
        step = step * hvd.size()  # the steps of all processes
        step = tf.cast(step, tf.float32)
        return self.width * tf.minimum(tf.math.rsqrt(step), step * self.warm) * hvd.size()

    def get_config(self):
        return {"width": self._width, "warm": self._warm}


samples, labels = np.load("samples.npy"), np.load("labels.npy")
for schedule in WarmCosine(0.001, 10, len(samples) // 32), Rooted(512, 4000):
    model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
    model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(schedule)), "mse")
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        samples[shard],
        labels[shard],
        batch_size=32,
        epochs=10,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
