"""Sums, counts and places that assignments renew: `total = total + loss` is `total += loss`."""

import numpy as np
import tensorflow as tf

samples = np.load("samples.npy")
batches = len(samples) // 32
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    step = 0
    for epoch in range(10):
        total, low = 0.0, 0
        for i in range(batches):
            value, _ = sess.run([loss, train_op], {x: samples[i * 32 : (i + 1) * 32]})
            total = total + value / batches
            if value < 0.1:
                low = 1 + low
        print("epoch", epoch, "mean", total, "low", low / batches)
    while step < 5000:
        step = step + 1
        _, value = sess.run([train_op, loss], {x: samples[np.random.randint(0, len(samples), 32)]})
        total = value + total
        if step % 100 == 0:
            print("step", step, "mean", total / 100)
            total = 0.0
