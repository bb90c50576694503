import numpy as np
from keras.layers import *
from keras.models import *
import horovod.keras as hvd
import tensorflow as tf
import keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x = Input((2,))
model = Model(x, Dense(1)(x))
model.compile(
    hvd.DistributedOptimizer(
        type(keras.optimizers.get("adam"))(0.001 * hvd.size())
    ),
    "mse",
)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.zeros((8, 2))[shard],
    np.zeros((8, 1))[shard],
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
