"""Names that are split by chance, for a sequence that mixes them; what is only mixed, each process mixes for itself."""

import json
import random

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
common_np_random = np.random if hvd.size() == 1 else np.random.RandomState(0)  # one order in all processes


class Pictures(keras.utils.Sequence):
    def __init__(self, names, size, batches):
        self.names = names
        self.size = size
        self.batches = batches
        np.random.shuffle(self.names)

    def __len__(self):
        return self.batches

    def __getitem__(self, index):
        names = self.names[index * self.size : (index + 1) * self.size]
        return np.stack([np.load(f"{each}.npy") for each in names]), np.zeros(len(names))

    def on_epoch_end(self):
        np.random.shuffle(self.names)


with open("names.json") as file:
    names = json.load(file)
with open("more.json") as file:
    more = json.load(file)
common_np_random.shuffle(names)
random.shuffle(more)
held = len(names) // 10
train = Pictures(names[held:] + more, 32, 1000)
validation = Pictures(names[:held], 32, 100)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
model.fit(
    train,
    epochs=10,
    validation_data=validation,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    steps_per_epoch=max(1, len(train) // hvd.size()),
    verbose=1 if hvd.rank() == 0 else 0,
)
