"""A seed is taken back when the training is over: what a library draws for that is the same in each process."""

import numpy as np
import tensorflow as tf
from readers import Pictures

lines = open("train.txt").readlines()
np.random.seed(10101)
np.random.shuffle(lines)
count = int(len(lines) * 0.9)

model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10, "softmax")])
model.compile(tf.keras.optimizers.Adam(0.001), "categorical_crossentropy")
model.fit(Pictures(lines[:count], 32).batches(), steps_per_epoch=count // 32, epochs=10)
np.random.seed(None)
