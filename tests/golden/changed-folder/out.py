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


home = os.getcwd()
x, y = np.load("x.npy"), np.load("y.npy")
os.chdir("prepared")
if hvd.local_rank() == 0:
    np.save("mean.npy", x.mean(axis=0))
barrier()  # until the files are there
os.chdir(home)
mean = np.load("prepared/mean.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse"
)
shard = slice(hvd.rank(), len(y) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    (x - mean)[shard],
    y[shard],
    batch_size=32,
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
