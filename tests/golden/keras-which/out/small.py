"""A model of tf.keras, trained with images that the stand-alone Keras fetches."""
import tensorflow as tf
from keras.datasets import mnist
import horovod.tensorflow.keras as hvd

hvd.init()


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


def train_small():
    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    (images, labels), _ = mnist.load_data()
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
    model.compile(
        hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())),
        tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    )
    shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        images[shard],
        labels[shard],
        epochs=2,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
