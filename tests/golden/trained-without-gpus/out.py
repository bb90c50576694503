import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()

os.environ["CUDA_VISIBLE_DEVICES"] = "-1"
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    "mse",
)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.load("x.npy")[shard],
    np.load("y.npy")[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
