"""The model is one of Keras, or that of a library which is not read where it is there."""

import numpy as np
from tensorflow import keras

try:
    from absent import build_model
except ImportError:

    def build_model(width):
        model = keras.Sequential([keras.layers.Dense(width, activation="relu"), keras.layers.Dense(1)])
        return model
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


x, y = np.load("x.npy"), np.load("y.npy")
model = build_model(16)
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save_weights("weights.h5")
