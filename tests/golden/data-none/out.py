"""Nothing is divided: the rates stay as they are, too."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
first = tf.keras.Sequential([tf.keras.layers.Dense(1)])
first.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam()), "mse")
first.fit(
    x,
    y,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
second = tf.keras.Sequential([tf.keras.layers.Dense(1)])
rate = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 1000, 0.9)
second.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(rate)), "mse")
second.fit(
    x,
    y,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
