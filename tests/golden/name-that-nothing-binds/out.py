import numpy as np
from keras.layers import Dense
from keras.models import Sequential
import horovod.keras as hvd
import tensorflow as tf
import keras as keras_

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

model = Sequential([Dense(1)])
optimizer = keras.optimizers.Adam(lr=0.001)
model.compile(
    hvd.DistributedOptimizer(keras_.optimizers.get(optimizer)), "mse"
)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.load("x.npy")[shard],
    np.load("y.npy")[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
