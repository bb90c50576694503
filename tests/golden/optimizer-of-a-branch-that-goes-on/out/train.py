import sys

import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

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


def build(optimizer):
    if optimizer == "adam":
        optimizer = keras.optimizers.Adam(learning_rate=0.001 * hvd.size())
    elif optimizer == "sgd":
        optimizer = keras.optimizers.SGD(learning_rate=0.01 * hvd.size())
    else:
        if hvd.rank() == 0:
            print("unknown optimizer")
            sys.stdout.flush()
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(
        optimizer=hvd.DistributedOptimizer(
            scale_rate(keras.optimizers.get(optimizer))
            if isinstance(optimizer, str)
            else optimizer
        ),
        loss="mse",
    )
    return model


samples, targets = np.load("samples.npy"), np.load("targets.npy")
model = build("adam")
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    samples[shard],
    targets[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
