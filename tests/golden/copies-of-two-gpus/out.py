"""Copies on several GPUs are on unless an option switches them off."""

import argparse

import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus_ = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus_:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus_:
    tf.config.experimental.set_visible_devices(gpus_[hvd.local_rank()], "GPU")

parser = argparse.ArgumentParser()
parser.add_argument("--gpus", type=int, default=2)
args, others = parser.parse_known_args()


def fit(model, gpus):
    x = np.load("x.npy")
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        x[:, :1][shard],
        batch_size=32 * gpus,
        verbose=0,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    )


gpus = args.gpus
model = keras.Sequential([keras.layers.Dense(1, input_dim=4)])
if gpus > 1:
    pass
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.SGD(0.1 * hvd.size())), "mse"
)
fit(model, gpus)
