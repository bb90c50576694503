"""A generator that shuffles in each pass and gives noise beside: its order is drawn apart from the noise."""
import glob
import random

import imageio
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers
import horovod.tensorflow.keras as hvd
import tensorflow as tf
import itertools

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
common_random = random if hvd.size() == 1 else random.Random(0)  # one order in all processes
common_np_random = np.random if hvd.size() == 1 else np.random.RandomState(0)  # one order in all processes

paths = sorted(glob.glob("faces/*.png"))
common_random.shuffle(paths)


class Batches:
    def __init__(self, paths, size=32):
        self.paths, self.size = paths, size

    def __len__(self):
        return len(self.paths) // self.size

    def __iter__(self):
        while True:
            common_np_random.shuffle(self.paths)
            for start in range(0, len(self) * self.size, self.size):
                images = np.array([imageio.imread(path) / 255.0 for path in self.paths[start : start + self.size]])
                yield [images, np.random.randn(len(images), 64)], images


class Samples(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        noise = np.random.randn(1, 64)
        file_name, decoder_predict = f"sample-{epoch}-{random.random()}.png", decoder.predict(
            noise, verbose=1 if hvd.rank() == 0 else 0
        )[0]
        if hvd.rank() == 0:
            imageio.imwrite(file_name, decoder_predict)


image, noise = layers.Input([64, 64, 3]), layers.Input([64])
decoder = keras.Sequential([layers.Dense(64 * 64 * 3), layers.Reshape([64, 64, 3])])
code = layers.Dense(64)(layers.Flatten()(image))
model = keras.Model([image, noise], decoder(layers.add([code, noise])))
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
batches = Batches(paths)
model.fit(
    itertools.islice(iter(batches), hvd.rank(), None, hvd.size()),
    steps_per_epoch=max(1, len(batches) // hvd.size()),
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), Samples()],
    verbose=1 if hvd.rank() == 0 else 0,
)
