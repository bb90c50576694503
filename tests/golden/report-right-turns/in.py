"""How many turns went well, as a part of all turns: each process has its share of them."""

import numpy as np
import tensorflow as tf

words = np.load("words.npy")
tags = np.load("tags.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
count, width = words.shape[:2]
for epoch in range(100):
    right = wrong = 0
    for i in range(count):
        loss = model.train_on_batch(words[i], tags[i])
        if loss < 0.1:
            right += 1
        else:
            wrong += 1
    print("epoch", epoch, "right", right / float(count))
    if right == count:
        break
