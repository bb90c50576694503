"""The steps that are left of a number: without those of all processes, where the step counts those of one."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
images = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.layers.dense(images, 1) ** 2)
counter = tf.Variable(0, trainable=False)
step = tf.train.AdamOptimizer(0.01).minimize(loss, global_step=counter)
x = np.load("x.npy")
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    tf.train.Saver().restore(session, "first")
    start = session.run(counter)
    left = 10000 - start
    for turn in range(left):
        session.run(step, {images: x[np.random.choice(len(x), 32)]})
    done = 0
    while done < 2000:
        for _ in range(min(300, 2000 - done)):
            session.run(step, {images: x[np.random.choice(len(x), 32)]})
            done += 1
