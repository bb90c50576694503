"""A strategy that is off where it is not asked for, and then divides the dataset: its division is none of Horovod's."""

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
parser.add_argument("--multi_gpu", action="store_true")
args = parser.parse_args()


def train(strategy=None):
    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    (x, y), _ = tf.keras.datasets.mnist.load_data()
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    data = (
        tf.data.Dataset.from_tensor_slices((x / 255.0, y))
        .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
        .shuffle(1000)
        .repeat()
        .batch(32)
    )
    if strategy is not None:
        data = strategy.experimental_distribute_dataset(data)
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
    model.compile(
        hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
        tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    )
    model.fit(
        data,
        epochs=3,
        steps_per_epoch=max(1, len(x) // 32 // hvd.size()),
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )


if args.multi_gpu:
    mirrored = tf.distribute.MirroredStrategy()
    with mirrored.scope():
        train(mirrored)
else:
    train()
