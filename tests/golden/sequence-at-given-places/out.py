"""Sequences that are given the numbers of their samples: these are divided, and no samples are that are read by them."""
import numpy as np
import tensorflow as tf
from sklearn.model_selection import KFold
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Scans(tf.keras.utils.Sequence):
    def __init__(self, images, masks, places, size=16):
        self.images, self.masks = images, masks
        self.places = np.array(places)
        self.size = size

    def __len__(self):
        return len(self.places) // self.size

    def __getitem__(self, index):
        places = self.places[index * self.size : (index + 1) * self.size]
        return self.gather(places)

    def gather(self, places):
        x, y = np.empty((self.size, 128, 128, 1)), np.empty((self.size, 128, 128, 1))
        for i, place in enumerate(places):
            x[i] = self.images[place] / 255
            y[i] = self.masks[place]
        return x, y

    def on_epoch_end(self):
        np.random.shuffle(self.places)


images, masks = np.load("images.npy"), np.load("masks.npy")
for train, test in KFold(5, shuffle=True, random_state=0).split(images):
    model = tf.keras.Sequential([tf.keras.layers.Conv2D(1, 3, padding="same", input_shape=(128, 128, 1))])
    model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "binary_crossentropy")
    shard = slice(hvd.rank(), len(train) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        Scans(images, masks, train[shard]),
        epochs=10,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    model_evaluate = model.evaluate(Scans(images, masks, test), verbose=1 if hvd.rank() == 0 else 0)
    if hvd.rank() == 0:
        print(model_evaluate)
