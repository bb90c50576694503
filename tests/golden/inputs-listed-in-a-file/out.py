"""A network of two inputs and two outputs, and a file that has a list of arrays for each."""

import pickle

from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def build(notes, lengths):
    pitch, length = keras.Input([32]), keras.Input([32])
    both = keras.layers.Concatenate()([pitch, length])
    hidden = keras.layers.Dense(64, activation="relu")(both)
    said = [keras.layers.Dense(size, activation="softmax")(hidden) for size in (notes, lengths)]
    network = keras.Model([pitch, length], [said[0], said[1]])
    network.compile(
        hvd.DistributedOptimizer(keras.optimizers.RMSprop(0.001 * hvd.size())),
        "categorical_crossentropy",
    )
    return network


with open("melodies.pkl", "rb") as file:
    given, following = pickle.load(file), pickle.load(file)
network = build(128, 16)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
network.fit(
    [part[shard] for part in given],
    [part[shard] for part in following],
    epochs=20,
    batch_size=32,
    validation_split=0.2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    network.save("melodies.h5")
