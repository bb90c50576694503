"""A function that no call is seen of fetches its samples and trains: whoever calls it does so in all processes."""

import numpy as np
import tensorflow as tf
import tensorflow_datasets as tfds
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


def training():
    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    data, info = tfds.load("imdb_reviews/subwords8k", with_info=True, as_supervised=True)
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    train = (
        data["train"]
        .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
        .shuffle(10000)
        .padded_batch(64)
    )
    test = data["test"].padded_batch(64)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
    model.fit(
        train,
        epochs=10,
        validation_data=test,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    return model


def given_up(names):
    if not names:
        raise ValueError("no names")
    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    path = tf.keras.utils.get_file("x.npy", "https://example.org/x.npy")
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    x = np.load(path)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    return model.fit(
        x[shard],
        x[:, :1][shard],
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
