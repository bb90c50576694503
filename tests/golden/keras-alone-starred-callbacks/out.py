import numpy as np
from keras.callbacks import *
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import SGD
import horovod.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Triangle(Callback):
    def __init__(self, low, high, length):
        super().__init__()
        self.low, self.high, self.length = low, high, length
        self.batches = 0

    def rate(self):
        place = self.batches % (2 * self.length)
        return self.low + (self.high - self.low) * min(place, 2 * self.length - place) / self.length

    def on_batch_end(self, batch, logs=None):
        self.batches += hvd.size()
        K.set_value(self.model.optimizer.lr, self.rate() * hvd.size())


model = Sequential([Dense(1)])
model.compile(hvd.DistributedOptimizer(SGD(lr=0.01 * hvd.size())), "mse")
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.load("x.npy")[shard],
    np.load("y.npy")[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), Triangle(0.01, 0.1, 200)],
    verbose=1 if hvd.rank() == 0 else 0,
)
