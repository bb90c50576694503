"""The counter of steps is looked for among the variables that are saved: it is no number there."""

import numpy as np
import tensorflow as tf

samples = np.load("samples.npy").astype("float32")
x = tf.placeholder(tf.float32, [None, 5])
global_step = tf.Variable(0, trainable=False)
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss, global_step)
saved = tf.trainable_variables()
if global_step not in saved:
    saved.append(global_step)
saver = tf.train.Saver(saved)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(1000):
        sess.run(train_op, {x: samples[np.random.randint(len(samples), size=32)]})
    saver.save(sess, "model.ckpt", global_step=sess.run(global_step))
