"""How many steps a turn takes is decided by what a process has measured: the others would wait for it."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
images = tf.placeholder(tf.float32, [None, 8])
score = tf.reduce_mean(tf.layers.dense(images, 1))
step = tf.train.AdamOptimizer(0.1).minimize(score**2)
x = np.load("x.npy")


def chosen(mode):
    return 5 if mode == 0 else 1


with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    many, seen = 5, [0, 0]
    for turn in range(1000):
        for _ in range(many):
            session.run(step, {images: x[np.random.choice(len(x), 32)]})
        now = session.run(score, {images: x[np.random.choice(len(x), 32)]})
        if now > 0.5:
            seen[0] += 1
        else:
            seen[1] += 1
        if max(seen) > 100:
            many = chosen(seen.index(max(seen)))
