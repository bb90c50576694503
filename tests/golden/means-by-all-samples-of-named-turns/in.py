"""Train on batches of samples in another order in each epoch, and show the mean loss of a sample."""

import numpy as np
import tensorflow as tf

samples = np.load("samples.npy")
batch_size = 32
sample_count = len(samples)
batches = int(sample_count / batch_size)

x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - 1.0))
train_op = tf.train.MomentumOptimizer(0.001, 0.9).minimize(loss)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(20):
        total = 0.0
        for batch in range(batches):
            places = [place % sample_count for place in range(batch * batch_size, (batch + 1) * batch_size)]
            value, _ = session.run([loss, train_op], {x: samples[places]})
            total += value * batch_size
        samples = samples[np.random.permutation(sample_count)]
        total /= sample_count
        print(epoch, total)
