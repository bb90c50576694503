import numpy as np
from tensorflow import keras

from progress import bar
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(
    optimizer=hvd.DistributedOptimizer(keras.optimizers.SGD(0.1 * hvd.size())),
    loss="mse",
)
for part in bar(range(3)):
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    model.fit(
        np.full((8, 2), part)[shard],
        np.zeros((8, 1))[shard],
        verbose=0,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    )
