import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Slow(tf.keras.optimizers.Adam):
    def __init__(self, **kwargs):
        tf.keras.optimizers.Adam.__init__(self, **kwargs)


class Named(tf.keras.optimizers.SGD):
    def __init__(self, name="Named", **kwargs):
        super().__init__(name=name, **kwargs)


def train(optimizer):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(optimizer, "mse")
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    model.fit(
        np.load("x.npy")[shard],
        np.load("y.npy")[shard],
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )


train(hvd.DistributedOptimizer(Slow(learning_rate=0.001 * hvd.size())))
train(
    hvd.DistributedOptimizer(
        Named("first", momentum=0.9, learning_rate=0.01 * hvd.size())
    )
)
train(hvd.DistributedOptimizer(Named(learning_rate=0.1 * hvd.size())))
