"""An experiment whose settings stand in a class: without a number of steps an epoch is all there is."""

import argparse
import sys

import attr
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


@attr.s
class Settings:
    batch_size = attr.ib(default=16)
    rate = attr.ib(default=0.1)
    steps_per_epoch = attr.ib(default=None)


def settings_of(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int)
    chosen = parser.parse_args(arguments)
    settings = Settings()
    if chosen.steps:
        settings.steps_per_epoch = chosen.steps
    return settings


settings = settings_of(sys.argv[1:])
x = np.linspace(0.0, 1.0, 512).reshape(-1, 1).astype("float32")
data = (
    tf.data.Dataset.from_tensor_slices((x, 3.0 * x))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(512)
    .batch(settings.batch_size)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.SGD(settings.rate * hvd.size())), loss="mse"
)
model.fit(
    data,
    epochs=4,
    steps_per_epoch=settings.steps_per_epoch and max(1, settings.steps_per_epoch // hvd.size()),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
