"""Noise is added to each batch before the session gets it: what a loop computes anew is no counter of it."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
images = np.load("images.npy")
noisy = tf.placeholder(tf.float32, [None, 8])
clean = tf.placeholder(tf.float32, [None, 8])
loss = tf.losses.mean_squared_error(clean, tf.layers.dense(noisy, 8))
train_op = tf.train.AdamOptimizer(0.01).minimize(loss)
turns = len(images) // 32
total = 0.0

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(turns):
        batch = images[i * 32 : (i + 1) * 32]
        blurred = np.copy(batch)
        blurred += np.random.normal(size=(32, 8))
        shown, _ = sess.run([loss, train_op], feed_dict={noisy: blurred, clean: batch})
        total += shown
    print(total / turns)
