"""A train op in the list of updates that TensorFlow gives, of which all are made one."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
optimizer = tf.train.AdamOptimizer(0.1)
gradients = optimizer.compute_gradients(loss)
updates = tf.get_collection(tf.GraphKeys.UPDATE_OPS)
updates.append(optimizer.apply_gradients(gradients))
train_op = tf.group(*updates)
data = np.load("samples.npy")
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(1000):
        sess.run(train_op, {x: data[np.random.choice(100, 32)]})
