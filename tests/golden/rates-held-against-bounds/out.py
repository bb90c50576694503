"""Floors, steps and thresholds stand beside the rate that the optimizer has, which has grown."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

SMALLEST = 1e-6


class Fall(tf.keras.callbacks.Callback):
    def __init__(self, floor=1e-5):
        super().__init__()
        self.floor = floor

    def on_epoch_end(self, epoch, logs=None):
        rate = float(K.get_value(self.model.optimizer.learning_rate))
        if epoch > 3:
            rate *= 0.5
        K.set_value(self.model.optimizer.learning_rate, max(rate, self.floor * hvd.size()))


class End(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        rate = self.model.optimizer.learning_rate.numpy()
        rate -= 1e-5 * hvd.size()
        if rate <= 0 or np.log10(rate) < -6:
            self.model.stop_training = True
        elif rate < SMALLEST * hvd.size():
            self.model.stop_training = True


def limited(epoch, rate):
    if rate < SMALLEST * hvd.size():
        return rate
    return np.clip(rate * 0.9, SMALLEST * hvd.size(), 0.1 * hvd.size())


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.load("x.npy")[shard],
    np.load("y.npy")[shard],
    epochs=10,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        Fall(),
        End(),
        tf.keras.callbacks.LearningRateScheduler(limited),
        tf.keras.callbacks.ReduceLROnPlateau(monitor="loss", min_lr=SMALLEST * hvd.size()),
        tf.keras.callbacks.ReduceLROnPlateau(monitor="loss", min_lr=0),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
