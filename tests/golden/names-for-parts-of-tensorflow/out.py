"""Modules with a part of TensorFlow are imported beside it, and come first in the alphabet."""

import numpy as np
import tensorflow as tf
import tensorflow.python.ops.check_ops as checks
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential
from tensorflow.python.ops import array_ops
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def error(y, predicted):
    checks.assert_greater(array_ops.size(y), 0)
    return tf.reduce_mean(tf.square(array_ops.reshape(y, [-1, 1]) - predicted))


samples, labels = np.load("samples.npy"), np.load("labels.npy")
model = Sequential([Dense(1)])
model.compile(
    optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), loss=error
)
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    samples[shard],
    labels[shard],
    batch_size=32,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
