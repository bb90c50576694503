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


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


def features(fold):
    path = "features/%d.npy" % fold
    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    if os.path.exists(path):
        x = np.load(path)
    else:
        x = np.log(np.load("raw/%d.npy" % fold))
        np.save(path, x)
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    return x


def train(fold):
    x = features(fold)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(
        hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())),
        "mse",
    )
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        x[:, :1][shard],
        epochs=3,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )


for fold in range(5):
    train(fold)
