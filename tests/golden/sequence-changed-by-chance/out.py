"""Samples are divided by a seeded order, then Keras mixes them by the generator that also says which are mirrored."""

import random
from glob import glob

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

random.seed(13)
FILES = sorted(glob("plates/*.npy"))
random.shuffle(FILES)


def mirrored(plate):
    return plate[:, ::-1] if random.random() < 0.5 else plate


class Plates(tf.keras.utils.Sequence):
    def __init__(self, part, batch_size):
        self.part = part
        self.batch_size = batch_size
        self.files = [name for name in FILES if (sum(map(ord, name)) % 5 == 0) == (part == "test")]

    def __len__(self):
        return len(self.files) // self.batch_size

    def __getitem__(self, index):
        files = self.files[index * self.batch_size : (index + 1) * self.batch_size]
        plates = np.stack([mirrored(np.load(name)) for name in files])
        if random.random() < 0.1:
            plates = plates + 0.01
        return plates, np.array([float("ok" in name) for name in files])


model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
model.compile(optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), loss="mse")
training_samples = Plates("train", 16)
if hvd.size() > 1:
    random.seed(13 + hvd.rank())
model.fit(
    training_samples,
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    steps_per_epoch=max(1, len(training_samples) // hvd.size()),
    verbose=1 if hvd.rank() == 0 else 0,
)
model_evaluate = model.evaluate(Plates("test", 16), verbose=1 if hvd.rank() == 0 else 0)
if hvd.rank() == 0:
    print(model_evaluate)
