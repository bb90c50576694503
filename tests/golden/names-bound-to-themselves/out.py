"""Names that are bound to what they were: a bar over paths of another module, and a parameter that is made a float."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K
from tqdm import tqdm
from lists import *
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

paths = tqdm(paths, disable=hvd.rank() != 0)
for path in paths:
    if hvd.rank() == 0:
        with open(path, "w") as file:
            file.write("x")


class W(tf.keras.callbacks.Callback):
    def __init__(self, w):
        super().__init__()
        self.w = w

    def on_batch_end(self, batch, logs=None, now=0.0):
        now = float(now)
        K.set_value(self.w, now)

    def on_epoch_end(self, epoch, logs=None):
        logs = dict(logs)
        K.set_value(self.w, logs["loss"])


x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[:, :1][shard],
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0), hvd.callbacks.MetricAverageCallback(), W(K.variable(1.0))
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
