import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def slower(by):
    def rate_of(epoch, lr):
        lr = lr * by
        return lr

    return rate_of


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse"
)
rates = tf.keras.callbacks.LearningRateScheduler(slower(0.9))
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.load("x.npy")[shard],
    np.load("y.npy")[shard],
    epochs=20,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), rates],
    verbose=1 if hvd.rank() == 0 else 0,
)
