"""Models whose own methods bring defaults: the optimizer and the epochs are theirs, not those of the methods that they hand on to."""

import tensorflow as tf
from tensorflow.keras import Model, layers
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


def build():
    inputs = tf.keras.Input((28, 28))
    return inputs, layers.Dense(10)(layers.Flatten()(inputs))


class Defaults(Model):
    def __init__(self):
        super().__init__(*build())

    def compile(
        self, optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.SGD(learning_rate=0.01 * hvd.size())), loss="mse", **kwargs
    ):
        super().compile(optimizer=optimizer, loss=loss, **kwargs)

    def fit(self, epochs=3, callbacks=[], **kwargs):
        return super().fit(
            epochs=epochs,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *callbacks],
            verbose=1 if hvd.rank() == 0 else 0,
            **kwargs,
        )


class MadeInCompile(Model):
    def __init__(self):
        super().__init__(*build())

    def compile(self, optimizer=None, **kwargs):
        if optimizer is None:
            optimizer = tf.keras.optimizers.Adam(0.01 * hvd.size())
            optimizer = hvd.DistributedOptimizer(optimizer)
        super().compile(optimizer=optimizer, **kwargs)

    def fit(self, x, y, batch_size=128, **kwargs):
        shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
        return super().fit(
            x[shard], y[shard], batch_size=batch_size, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)], **kwargs
        )


if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
(x, y), _ = tf.keras.datasets.mnist.load_data()
if hvd.local_rank() == 0:
    barrier()  # the others may go on
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
first = Defaults()
first.compile(loss=loss)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
first.fit(x=x[shard], y=y[shard], batch_size=32)
second = MadeInCompile()
second.compile(loss=loss)
second.fit(x, y, epochs=2, verbose=2 if hvd.rank() == 0 else 0)
