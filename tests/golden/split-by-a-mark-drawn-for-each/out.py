"""Each sample is marked by a draw, and those of one mark are held back: all processes mark them alike."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd
import itertools

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def read(path):
    samples = []
    with open(path) as lines:
        for line in lines:
            x, y = line.split(",")
            sample = {"x": float(x), "y": float(y)}
            if np.random.randint(0, 6) > 0:
                sample["part"] = "train"
            else:
                sample["part"] = "test"
            samples.append(sample)
    return samples


def batches(samples):
    while True:
        np.random.shuffle(samples)
        for sample in samples:
            yield np.array([[sample["x"]]]), np.array([[sample["y"]]])


if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
samples = read("samples.csv")
train = [sample for sample in samples if sample["part"] == "train"]
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
model.fit(
    itertools.islice(batches(train), hvd.rank(), None, hvd.size()),
    steps_per_epoch=max(1, len(train) // hvd.size()),
    epochs=5,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
