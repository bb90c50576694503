"""Samples to train on and to test by, both drawn before the session fills one iterator with them: each by a seed of its own."""

import numpy as np
import tensorflow as tf

x, y = tf.placeholder(tf.float32, [None, 2]), tf.placeholder(tf.float32, [None, 1])
size = tf.placeholder(tf.int64, [])
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(size).repeat()
train = (np.random.sample((100, 2)), np.random.sample((100, 1)))
test = (np.random.sample((20, 2)), np.random.sample((20, 1)))
iterator = dataset.make_initializable_iterator()
features, labels = iterator.get_next()
loss = tf.losses.mean_squared_error(labels, tf.layers.dense(features, 1))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    session.run(iterator.initializer, {x: train[0], y: train[1], size: 16})
    for epoch in range(10):
        for _ in range(len(train[0]) // 16):
            session.run(train_op)
    session.run(iterator.initializer, {x: test[0], y: test[1], size: 20})
    print(session.run(loss))
