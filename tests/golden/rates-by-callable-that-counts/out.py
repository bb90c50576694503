import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Falling:
    def __init__(self, rate):
        self.rate = rate

    def __call__(self, epoch):
        return self.next_rate()

    def next_rate(self):
        self.rate = self.rate * 0.9
        return self.rate


model = keras.Sequential([keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse"
)
schedule = keras.callbacks.LearningRateScheduler(Falling(0.001))
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.load("x.npy")[shard],
    np.load("y.npy")[shard],
    epochs=30,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), schedule],
    verbose=1 if hvd.rank() == 0 else 0,
)
