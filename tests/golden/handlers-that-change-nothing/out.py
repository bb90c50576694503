import errno
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


def make(folder):
    try:
        if hvd.rank() == 0:
            os.makedirs(folder)
        return True
    except OSError as error:
        if error.errno != errno.EEXIST:
            raise
        return False


def cleared(folder):
    try:
        if hvd.rank() == 0:
            os.remove(os.path.join(folder, "log.csv"))
    except OSError:
        if hvd.rank() == 0:
            print("no log yet")
        return
    if hvd.rank() == 0:
        print("the log is new")


for folder in ("saved", "shown"):
    try:
        if hvd.rank() == 0:
            os.mkdir(folder)
    except OSError:
        message = "is there already"
        if hvd.rank() == 0:
            print(folder, message)
        continue
    if hvd.rank() == 0:
        print("made", folder)
weights = "imagenet"
try:
    if hvd.rank() == 0:
        os.rmdir("kept")
    weights = os.environ["WEIGHTS"]
except KeyError:
    weights = None
make("logs")
cleared("logs")
x, y = np.load("x.npy"), np.load("y.npy")
if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
model = tf.keras.Sequential([tf.keras.applications.ResNet50(weights=weights), tf.keras.layers.Dense(1)])
if hvd.local_rank() == 0:
    barrier()  # the others may go on
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=5,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        *([tf.keras.callbacks.CSVLogger("logs/log.csv")] if hvd.rank() == 0 else []),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save("saved/model.h5")
