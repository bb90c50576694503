"""Samples and labels that are shuffled alike: from a state of the generator, or by a seed that chance gives."""

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
common_random = random if hvd.size() == 1 else random.Random(0)  # one order in all processes


def load(name):
    samples = np.load(name + "-samples.npy")
    labels = np.load(name + "-labels.npy")
    seed = common_np_random.randint(1, 10000)
    common_np_random.seed(seed)
    common_np_random.shuffle(samples)
    common_np_random.seed(seed)
    common_np_random.shuffle(labels)
    return samples, labels


def shuffle(samples, labels):
    state = common_np_random.get_state()
    common_np_random.shuffle(samples)
    common_np_random.set_state(state)
    common_np_random.shuffle(labels)


def mix(items, seed):
    common_random.seed(seed)
    common_random.shuffle(items)


def turned(samples):
    return samples + np.random.normal(0, 0.1, samples.shape)


seed = common_random.randint(0, 99)
names = ["winter", "spring", "summer"]
places = ["north", "south", "east"]
mix(names, seed)
mix(places, seed)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
if hvd.size() > 1:
    np.random.seed(3)  # the same data in all processes
for name, place in zip(names, places):
    samples, labels = load(name + place)
    for _ in range(10):
        shuffle(samples, labels)
        turned_samples = turned(samples)
        shard = slice(hvd.rank(), len(turned_samples) // hvd.size() * hvd.size(), hvd.size())
        model.fit(
            turned_samples[shard],
            labels[shard],
            batch_size=32,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )
