"""A function lets the optimizer of the module minimize a loss that it is given as a lambda."""

import numpy as np
import tensorflow as tf
from tensorflow import keras
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(10)])
opt = keras.optimizers.Adam(1e-3 * hvd.size())
opt = hvd_keras.DistributedOptimizer(opt)


def step(a, b):
    opt.minimize(lambda: tf.reduce_mean((model(a) - b) ** 2), var_list=model.trainable_variables)
    # Horovod: once, after the first step, which has made all variables
    if not getattr(opt, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(opt.variables(), root_rank=0)
        opt.hvd_broadcast_done = True


for a, b in tf.data.Dataset.from_tensor_slices((x, y)).apply(
    lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size())
).batch(32):
    step(a, b)
