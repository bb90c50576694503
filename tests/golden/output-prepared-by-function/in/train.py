"""A function prepares files: one is read by the name it was written by, the others by another."""
import argparse
import json
import os

import numpy as np
import tensorflow as tf

from prepare import prepare

parser = argparse.ArgumentParser()
for name in ("raw", "folder", "vectors", "vocabulary", "results"):
    parser.add_argument("--" + name)
options = vars(parser.parse_args())
words = prepare(options)
print(len(words), "words")
vectors = np.load(options["vectors"])
numbers = {word: number for number, word in enumerate(json.load(open(options["vocabulary"])))}
if not os.path.exists(options["results"]):
    os.makedirs(options["results"])
model = tf.keras.Sequential([tf.keras.layers.Dense(len(numbers)), tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(vectors, vectors[:, :1], epochs=5)
model.save(os.path.join(options["results"], "model.h5"))
