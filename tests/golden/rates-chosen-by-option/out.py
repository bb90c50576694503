"""The rate is set by a callback of the script's own, which asks a schedule that is chosen by an option."""

import argparse

import numpy as np
from tensorflow import keras
from tensorflow.keras import backend as K
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

parser = argparse.ArgumentParser()
parser.add_argument("--schedule", default="stairs")
parser.add_argument("--rate", type=float, default=0.1)
args = parser.parse_args()


class Scheduler(keras.callbacks.Callback):
    def __init__(self, schedule):
        super().__init__()
        self.schedule = schedule

    def on_epoch_begin(self, epoch, logs=None):
        rate = float(K.get_value(self.model.optimizer.lr))
        rate = self.schedule(epoch, rate)
        K.set_value(self.model.optimizer.lr, rate)


def stairs(epoch, rate):
    rate = args.rate
    if epoch > 10:
        rate *= 0.1
    return rate


def slope(epoch, rate):
    return rate * 0.9


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(args.rate * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=20,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        Scheduler(slope if args.schedule == "slope" else stairs),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
