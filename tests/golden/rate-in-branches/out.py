"""The rate is a number, or a schedule, by branches of an expression."""

import argparse

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


parser = argparse.ArgumentParser()
parser.add_argument("--rate", type=float)
parser.add_argument("--momentum-rate", type=float)
options = parser.parse_args()

Cosine = tf.keras.optimizers.schedules.CosineDecay
if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
(x_train, y_train), _ = tf.keras.datasets.mnist.load_data()
if hvd.local_rank() == 0:
    barrier()  # the others may go on
rate = (
    options.rate * hvd.size() if options.rate else Cosine(0.1 * hvd.size(), 5 * len(x_train) // 64 / hvd.size())
)
dense = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
dense.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(rate)),
    tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
shard = slice(hvd.rank(), len(y_train) // hvd.size() * hvd.size(), hvd.size())
dense.fit(
    (x_train / 255.0)[shard],
    y_train[shard],
    batch_size=64,
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

wide = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(100), tf.keras.layers.Dense(10)])
wide.compile(
    hvd.DistributedOptimizer(
        tf.keras.optimizers.SGD(
            Cosine(0.1 * hvd.size(), 1000 / hvd.size())
            if options.momentum_rate is None
            else options.momentum_rate * hvd.size(),
            0.9,
        )
    ),
    tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
wide.fit(
    (x_train / 255.0)[shard],
    y_train[shard],
    batch_size=64,
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
