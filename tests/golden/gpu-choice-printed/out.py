"""A script chooses a GPU and prints which: the choice goes, and what prints it need not find one."""

import logging
import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

if hvd.rank() == 0:
    print(f"GPU {os.environ.get('CUDA_VISIBLE_DEVICES')}", os.environ.get("CUDA_VISIBLE_DEVICES"))
    print("GPU {}, %s" % os.environ.get("CUDA_VISIBLE_DEVICES"))
    logging.info("GPU %s", os.environ.get("CUDA_VISIBLE_DEVICES"))
    print("GPU {}".format(os.environ.get("CUDA_VISIBLE_DEVICES")))
x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[:, :1][shard],
    epochs=4,
    batch_size=32,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
