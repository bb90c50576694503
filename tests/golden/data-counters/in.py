"""Periods, warm-up and the last turn of loops that count their steps."""

import numpy as np
import tensorflow as tf

TOTAL = 500
WARM = 50
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
data = np.random.rand(1000, 4)


def train(steps, save_every):
    best = None
    for step in range(1, steps + 1):
        chosen = np.random.randint(0, 1000, 32)
        loss = model.train_on_batch(data[chosen], data[chosen, :1])
        if step % save_every == 0 or step == steps:
            model.save("model.h5")
        if step == 1:
            best = loss
        if not step % 25:
            print(step, loss, best)


for step in range(TOTAL):
    chosen = np.random.randint(0, 1000, 32)
    noise = 0.5 if step < WARM else 0.0
    loss = model.train_on_batch(data[chosen] + noise, data[chosen, :1])
    if step % 10 == 9 or step == TOTAL - 1:
        print("%d of %d" % (step, TOTAL), loss)
train(300, 100)
