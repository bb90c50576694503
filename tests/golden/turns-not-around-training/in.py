"""A turn is taken around no statement that trains: the others would wait at its end for steps that they are waited for in."""

import os

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
images = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.layers.dense(images, 1) ** 2)
step = tf.train.AdamOptimizer(0.001).minimize(loss)
saver = tf.train.Saver()
x = np.load("x.npy")


def begin(session):
    session.run(tf.global_variables_initializer())
    if os.path.exists("models/first.index"):
        return "there"
    saver.save(session, "models/first")
    return "new"


with tf.Session() as session:
    print(begin(session))
    for turn in range(10000):
        session.run(step, {images: x[np.random.choice(len(x), 32)]})
