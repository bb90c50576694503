"""What is saved is made by a function that may end the program by an error, which nothing catches: an assertion's is."""

import argparse

import imageio
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def merge(images, size):
    if images.ndim == 4:
        return images.reshape(size[0] * images.shape[1], -1)
    raise ValueError("images must have four dimensions")


def save(images, size, path):
    return imageio.imwrite(path, merge(images, size))


parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=1)
options = parser.parse_args()
try:
    assert options.epochs >= 1
except:
    if hvd.rank() == 0:
        print("at least one epoch")

x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[..., :1][shard],
    epochs=options.epochs,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    save(model.predict(x), (8, 8), "out.png")
