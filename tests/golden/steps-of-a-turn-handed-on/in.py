"""How many steps a turn takes is handed to a function, which measures what the next turn takes: not the same in all processes."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
images = tf.placeholder(tf.float32, [None, 8])
score = tf.reduce_mean(tf.layers.dense(images, 1))
step = tf.train.AdamOptimizer(0.1).minimize(score**2)
x = np.load("x.npy")


def train(session, many):
    for _ in range(many):
        session.run(step, {images: x[np.random.choice(len(x), 32)]})
    now = session.run(score, {images: x[np.random.choice(len(x), 32)]})
    return 5 if now > 0.5 else 1


with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    many = 5
    for turn in range(1000):
        many = train(session, many)
