import os

import joblib
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


class Data:
    def __init__(self, name):
        self.name = name
        if hvd.local_rank() != 0:
            barrier()  # until the first process of this host is done
        if os.path.isfile(self.name + ".pkl") == False:
            self.samples = np.load(self.name + ".npy") / 255
            joblib.dump(self.samples, self.name + ".pkl")
        else:
            self.samples = joblib.load(self.name + ".pkl")
        if os.path.isfile(self.name + ".txt") is not True:
            self.mean = self.samples.mean()
            np.savetxt(self.name + ".txt", [self.mean])
        else:
            self.mean = np.loadtxt(self.name + ".txt")
        if hvd.local_rank() == 0:
            barrier()  # the others may go on


data = Data("samples")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    "mse",
)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    (data.samples - data.mean)[shard],
    data.samples[:, 0][shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
