"""A callback counts batches for a cycle of epochs of its own data: those that another training reads say nothing of it."""
import keras
import numpy as np
from keras import backend as K
from keras.optimizers import Adam
import horovod.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Cycle(keras.callbacks.Callback):
    def __init__(self, rate, length):
        super().__init__()
        self.rate, self.length = rate, length
        self.iterations = 0

    def on_batch_end(self, batch, logs=None):
        self.iterations += 1
        K.set_value(self.model.optimizer.lr, self.rate * abs(1 - self.iterations / self.length % 2) * hvd.size())


def samples(name):
    return np.load(f"{name}_x.npy"), np.load(f"{name}_y.npy")


def flow():
    x, y = samples("train")
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    return keras.preprocessing.image.ImageDataGenerator().flow(x[shard], y[shard], batch_size=8)


first_x, first_y = samples("first")
first = keras.models.Sequential([keras.layers.Dense(1)])
first.compile(hvd.DistributedOptimizer(Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(first_x) // hvd.size() * hvd.size(), hvd.size())
first.fit(
    first_x[shard],
    first_y[shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
model = keras.models.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(Adam(0.001 * hvd.size())), "mse")
batches = flow()
model.fit_generator(
    batches,
    epochs=30,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), Cycle(0.01, 4 * len(batches))],
    verbose=1 if hvd.rank() == 0 else 0,
)
