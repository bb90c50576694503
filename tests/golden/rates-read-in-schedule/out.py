"""Schedules of the epoch that read the rate of the model's optimizer, which is scaled already, and fall from it."""

import numpy as np
import tensorflow as tf
from tensorflow import keras
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

model = keras.Sequential([keras.layers.Dense(10, activation="softmax")])
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "sparse_categorical_crossentropy"
)


def halve(epoch):
    lr = keras.backend.get_value(model.optimizer.lr)
    if epoch % 10 == 0 and epoch != 0:
        lr = lr * 0.5
    return lr


def fall(epoch):
    return model.optimizer.learning_rate.numpy() * tf.math.exp(-0.1)


callbacks = [
    hvd.callbacks.BroadcastGlobalVariablesCallback(0),
    keras.callbacks.LearningRateScheduler(halve),
    keras.callbacks.LearningRateScheduler(fall),
    keras.callbacks.LearningRateScheduler(lambda epoch: 0.1 / (epoch + 1) * hvd.size()),
]
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.load("x.npy")[shard],
    np.load("y.npy")[shard],
    epochs=30,
    callbacks=callbacks,
    verbose=1 if hvd.rank() == 0 else 0,
)
