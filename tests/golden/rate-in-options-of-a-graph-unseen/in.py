"""A file has the options of an optimizer, among them its rate, unless it is left at its default."""

import json

import numpy as np
import tensorflow.compat.v1 as tf

with open("settings.json") as file:
    settings = json.load(file)

x, y = np.load("x.npy"), np.load("y.npy")
shown, wanted = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(shown, 1) - wanted))
step = tf.train.AdamOptimizer(**settings["optimizer"]).minimize(loss)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for _ in range(1000):
        chosen = np.random.choice(len(x), 32)
        session.run(step, {shown: x[chosen], wanted: y[chosen]})
