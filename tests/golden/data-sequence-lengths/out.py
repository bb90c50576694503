"""Steps that are the length of what is divided, and of what is not."""
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

if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
x, y = np.random.rand(1000, 8, 8, 1), np.random.rand(1000)
generator = keras.preprocessing.image.ImageDataGenerator()
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
train = generator.flow(x[shard], y[shard], batch_size=32)


class Batches(keras.utils.Sequence):
    def __init__(self, x, y, size):
        self.x, self.y, self.size = x, y, size

    def __len__(self):
        return len(self.x) // self.size

    def __getitem__(self, i):
        return self.x[i * self.size:(i + 1) * self.size], self.y[i * self.size:(i + 1) * self.size]


model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
model.fit(
    train,
    steps_per_epoch=len(train),
    epochs=2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
model.fit(
    train,
    steps_per_epoch=max(1, len(x) // 32 // hvd.size()),
    epochs=2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
batches = Batches(x[shard], y[shard], 32)
model.fit(
    batches,
    steps_per_epoch=len(batches),
    epochs=2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
folder = generator.flow_from_directory("images", seed=3 + hvd.rank())
model.fit(
    folder,
    steps_per_epoch=max(1, len(folder) // hvd.size()),
    epochs=2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
