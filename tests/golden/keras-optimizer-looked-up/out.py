"""The name of an optimizer is looked up in the options, with `get`."""

import argparse

import numpy as np
from keras.layers import Dense
from keras.models import Sequential
import horovod.keras as hvd
import tensorflow as tf
import keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def scale_rate(optimizer):
    """Scale the learning rate of an optimizer with the number of processes, and give it back."""
    rate = keras.backend.get_value(optimizer.lr)
    keras.backend.set_value(optimizer.lr, rate * hvd.size())
    return optimizer


def get_model(options):
    model = Sequential([Dense(8, input_shape=(4,)), Dense(1)])
    model.compile(
        optimizer=hvd.DistributedOptimizer(
            scale_rate(keras.optimizers.get(options.get("optimizer")))
        ),
        loss=options["loss"],
    )
    return model


parser = argparse.ArgumentParser()
parser.add_argument("--optimizer", default="adam")
parser.add_argument("--loss", default="mse")
model = get_model(vars(parser.parse_args()))
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.load("x.npy")[shard],
    np.load("y.npy")[shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
