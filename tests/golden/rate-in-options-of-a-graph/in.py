"""Settings have the options of each optimizer by its name, and its class is got by the same: the rate is one of them."""

import numpy as np
import tensorflow.compat.v1 as tf


class Settings:
    optimizer = "adam"
    options = {"adam": {"learning_rate": 1e-3, "beta1": 0.9}, "adagrad": {"learning_rate": 0.1}}


CLASSES = {"adam": tf.train.AdamOptimizer, "adagrad": tf.train.AdagradOptimizer}

x, y = np.load("x.npy"), np.load("y.npy")
shown, wanted = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(shown, 1) - wanted))
optimizer = CLASSES[Settings.optimizer](**Settings.options[Settings.optimizer])
step = optimizer.minimize(loss)
tf.summary.scalar("rate", Settings.options[Settings.optimizer]["learning_rate"])

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for _ in range(1000):
        chosen = np.random.choice(len(x), 32)
        session.run(step, {shown: x[chosen], wanted: y[chosen]})
