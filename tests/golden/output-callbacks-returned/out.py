"""A callback that a function gives together with the folder that it writes to."""
import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def board(name):
    folder = "logs/" + name
    callback = keras.callbacks.TensorBoard(log_dir=folder)
    return callback, folder


drawing, folder = board("digits")
stopping = keras.callbacks.EarlyStopping(patience=3)
x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(
    optimizer=hvd.DistributedOptimizer(keras.optimizers.SGD(0.1 * hvd.size())),
    loss="mse",
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=10,
    validation_split=0.2,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        stopping,
        *([drawing] if hvd.rank() == 0 else []),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
model.fit(
    x[shard],
    y[shard],
    epochs=10,
    validation_split=0.2,
    callbacks=(
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        stopping,
        *([drawing] if hvd.rank() == 0 else []),
    ),
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    print("see", folder)
