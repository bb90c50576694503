"""Samples of which a loop counts how many there will be: that it begins at 0 tells nothing."""

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

answers = np.load("answers.npy")
number = 0
for answer in answers:
    number += int(np.argmax(answer == 2))
heads, following = np.zeros((number, 20)), np.zeros((number, 1))
number = 0
for answer in answers:
    for end in range(int(np.argmax(answer == 2))):
        heads[number, : end + 1] = answer[: end + 1]
        following[number] = answer[end + 1]
        number += 1
model = keras.Sequential([keras.layers.Dense(16, activation="relu", input_shape=(20,)), keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(heads) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    heads[shard],
    following[shard],
    batch_size=32,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save("answers.h5")
