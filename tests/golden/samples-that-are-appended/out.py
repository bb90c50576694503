"""An array is made of a list that a loop adds to: how many samples it has is not written down."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

series = np.loadtxt("series.txt")
windows, following = [series[0:8]], [series[8]]
for start in range(1, len(series) - 8):
    windows.append(series[start : start + 8])
    following.append(series[start + 8])
windows = np.reshape(windows, (len(windows), 8, 1))
model = tf.keras.Sequential([tf.keras.layers.SimpleRNN(5), tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(windows) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    windows[shard],
    np.array(following)[shard],
    batch_size=32,
    epochs=100,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
