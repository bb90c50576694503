"""A function prepares files: one is read by the name it was written by, the others by another."""
import argparse
import json
import os

import numpy as np
import tensorflow as tf

from prepare import prepare
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

parser = argparse.ArgumentParser()
for name in ("raw", "folder", "vectors", "vocabulary", "results"):
    parser.add_argument("--" + name)
options = vars(parser.parse_args())
words = prepare(options)
if hvd.rank() == 0:
    print(len(words), "words")
vectors = np.load(options["vectors"])
numbers = {word: number for number, word in enumerate(json.load(open(options["vocabulary"])))}
if not os.path.exists(options["results"]) and hvd.rank() == 0:
    os.makedirs(options["results"])
model = tf.keras.Sequential([tf.keras.layers.Dense(len(numbers)), tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(vectors) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    vectors[shard],
    vectors[:, :1][shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save(os.path.join(options["results"], "model.h5"))
