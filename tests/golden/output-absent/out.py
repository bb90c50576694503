"""A script that ends where it finds the results of an earlier run."""

import datetime
import os
import sys
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


out = os.path.join("models", datetime.datetime.now().strftime("%Y%m%d"))
if hvd.rank() == 0:
    if os.path.exists(out):
        print("found", out)
        raise RuntimeError(out)
    os.makedirs(out)

logs = "logs"
if hvd.rank() == 0:
    if os.path.exists(logs):
        raise RuntimeError(logs)
    else:
        os.mkdir(logs)
    assert not os.path.exists("x"), "there"
    os.mkdir("x")
if os.path.isdir("run"):
    if hvd.rank() == 0:
        print("run is there")
    sys.exit(1)
barrier()  # until all have looked
if hvd.rank() == 0:
    os.mkdir("run")
x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse"
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save(os.path.join(out, "m.h5"))
    model.save(os.path.join("run", "m.h5"))
