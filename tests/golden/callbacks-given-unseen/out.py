"""A function that trains with the callbacks of a caller that stands in another file."""

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


def fit(callbacks, epochs=3):
    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    (x, y), _ = tf.keras.datasets.mnist.load_data()
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
    model.compile(
        hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
        "sparse_categorical_crossentropy",
    )
    stopping = tf.keras.callbacks.EarlyStopping(monitor="loss")
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        y[shard],
        epochs=epochs,
        callbacks=[
            hvd.callbacks.BroadcastGlobalVariablesCallback(0),
            *callbacks + [hvd.callbacks.MetricAverageCallback(), stopping],
        ],
        verbose=1 if hvd.rank() == 0 else 0,
    )
