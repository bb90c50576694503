import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def scheduler(epoch, lr):
    if epoch > 100:
        lr = lr * 0.9 ** (epoch // 100)
    lr = max(1e-5 * hvd.size(), lr)
    return lr
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.load("x.npy")[shard],
    np.load("y.npy")[shard],
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0), tf.keras.callbacks.LearningRateScheduler(scheduler)
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
