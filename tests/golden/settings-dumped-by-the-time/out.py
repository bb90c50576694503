"""Settings are dumped into a file of a folder with the time in its name, and all processes read them there."""

import json
import os
from datetime import datetime
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd
import horovod.tensorflow as hvd_tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


STARTED = "{0:%Y-%m-%dT%H-%M-%S}".format(hvd_tf.broadcast_object(datetime.now(), root_rank=0))


def write(path, data):
    if hvd.local_rank() == 0:
        with open(path, "w") as file:
            json.dump(data, file)
    barrier()  # until the files are there


folder = os.path.join("runs", STARTED)
if hvd.local_rank() == 0:
    os.makedirs(folder, exist_ok=hvd.local_size() < hvd.size())
write(os.path.join(folder, "settings.json"), {"size": 4})
x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_dim=4)])
with open(os.path.join(folder, "settings.json")) as file:
    rate = json.load(file)["size"] / 100
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(rate * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
