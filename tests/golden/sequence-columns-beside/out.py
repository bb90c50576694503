import pickle

import numpy as np
import pandas as pd
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Clips(keras.utils.Sequence):
    def __init__(self, names, targets, batch_size, clips):
        self.names = names
        self.targets = targets
        self.batch_size = batch_size
        self.clips = clips
        self.on_epoch_end()

    def __len__(self):
        return int(np.ceil(len(self.names) / self.batch_size))

    def on_epoch_end(self):
        self.order = np.arange(len(self.names))
        np.random.shuffle(self.order)

    def __getitem__(self, index):
        chosen = self.order[index * self.batch_size : (index + 1) * self.batch_size]
        x = np.array([self.clips[self.names[i]] for i in chosen])
        return x, self.targets[chosen, :]


with open("folds.pkl", "rb") as file:
    names, _ = pickle.load(file)[0]
clips = {name: np.load(name + ".npy") for name in names}
labels = pd.read_csv("labels.csv", index_col="name").label
targets = keras.utils.to_categorical(labels.loc[names].values, 10)
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.SGD(0.1 * hvd.size())),
    keras.losses.CategoricalCrossentropy(from_logits=True),
)
shard = slice(hvd.rank(), len(names) // hvd.size() * hvd.size(), hvd.size())
train = Clips(names[shard], targets[shard], 32, clips)
model.fit(
    train,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
