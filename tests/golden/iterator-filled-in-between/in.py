"""An iterator is filled with other data between the steps, and again: with what the next steps are taken is not seen."""

import numpy as np
import tensorflow as tf

train = tf.data.Dataset.from_tensor_slices(np.load("train.npy")).repeat().batch(64)
validation = tf.data.Dataset.from_tensor_slices(np.load("validation.npy")).batch(64)
iterator = tf.data.Iterator.from_structure(tf.float32, [None, 32])
fill_to_train, fill_to_validate = iterator.make_initializer(train), iterator.make_initializer(validation)
loss = tf.reduce_mean(tf.layers.dense(iterator.get_next(), 1) ** 2)
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(fill_to_train)
    for step in range(10000):
        sess.run(train_op)
        if step % 100 == 0:
            sess.run(fill_to_validate)
            print(step, sess.run(loss))
            sess.run(fill_to_train)
