import os

import numpy as np
from tensorflow import keras
from tensorflow.keras.utils import multi_gpu_model
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

if __name__ == "__main__":
    used = [0]
    if os.path.exists("two"):
        used.append(1)
    count = len(used)
    if hvd.rank() == 0:
        print("GPUs:", count)
    single = keras.Sequential([keras.layers.Dense(4), keras.layers.Dense(1)])
    if count > 1:
        model = single
    else:
        model = single
    model.compile(
        hvd.DistributedOptimizer(keras.optimizers.SGD(0.1 * hvd.size())), "mse"
    )
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    model.fit(
        np.load("x.npy")[shard],
        np.load("y.npy")[shard],
        epochs=5,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
