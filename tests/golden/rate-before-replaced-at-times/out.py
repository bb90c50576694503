import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def waves(epochs, highest, lowest=0.0):
    def rate_of(epoch, lr):
        if epoch > 3:
            lr = lowest + 0.5 * (highest - lowest) * (1 + np.cos(epoch / epochs * np.pi))
        return lr

    return rate_of


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse"
)
rates = tf.keras.callbacks.LearningRateScheduler(waves(20, 0.1))
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.load("x.npy")[shard],
    np.load("y.npy")[shard],
    epochs=20,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), rates],
    verbose=1 if hvd.rank() == 0 else 0,
)
