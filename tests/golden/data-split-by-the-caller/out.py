"""Names are shuffled where they are listed, and split by who asked for them: all processes must test on the same."""

import os
import random
from glob import glob

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
common_random = random if hvd.size() == 1 else random.Random(0)  # one order in all processes


class Pictures(keras.utils.Sequence):
    def __init__(self, names, labels, size):
        self.pairs = []
        self.size = size
        for name, label in zip(names, labels):
            if os.path.exists(name):
                self.pairs.append((name, label))

    def __len__(self):
        return len(self.pairs) // self.size

    def __getitem__(self, index):
        pairs = self.pairs[index * self.size : (index + 1) * self.size]
        return np.stack([np.load(name) for name, _ in pairs]), np.stack([np.load(label) for _, label in pairs])


def list_pairs(folder):
    labels = sorted(glob(folder + "/labels/*.npy"))
    common_random.shuffle(labels)
    codes = [label.split("/")[-1] for label in labels]
    names = [f"{folder}/images/{code}" for code in codes]
    return names, labels


def list_more(folder):
    names = sorted(glob(folder + "/more/*.npy"))
    random.shuffle(names)
    return names


names, labels = list_pairs("data")
more = list_more("data")
held = len(names) // 10
train = Pictures(names[held:] + more, labels[held:] + more, 32)
validation = Pictures(names[:held], labels[:held], 32)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
model.fit(
    train,
    validation_data=validation,
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    steps_per_epoch=max(1, len(train) // hvd.size()),
    verbose=1 if hvd.rank() == 0 else 0,
)
