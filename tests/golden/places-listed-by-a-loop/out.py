"""The places of a batch are put into a list by an inner loop over numbers: refused, since each process would read the same."""

import numpy as np
import tensorflow as tf

samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - 1.0))
train_op = tf.train.MomentumOptimizer(0.001, 0.9).minimize(loss)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(20):
        for batch in range(len(samples) // 32):
            places = []
            for place in range(batch * 32, (batch + 1) * 32):
                places.append(place % len(samples))
            session.run(train_op, {x: samples[places]})
        samples = samples[np.random.permutation(len(samples))]
