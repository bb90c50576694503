"""Loops over positions that end where no whole batch is left: a process takes the whole batches of its own samples."""
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
SIZE = 50
x = tf.placeholder(tf.float32, [SIZE, 10])
y = tf.placeholder(tf.float32, [SIZE, 1])
loss = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
samples, labels = np.load("samples.npy"), np.load("labels.npy")
n = len(samples)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        for i in range(0, n - SIZE + 1, SIZE):
            session.run(train_op, {x: samples[i:i + SIZE], y: labels[i:i + SIZE]})
        for i in range(0, len(samples) - (SIZE - 1), SIZE):
            session.run(train_op, {x: samples[i:i + SIZE], y: labels[i:i + SIZE]})
        for i in range(0, n + 1 - SIZE, SIZE):
            session.run(train_op, {x: samples[i:i + SIZE], y: labels[i:i + SIZE]})
        for i in range(0, n - 49, 50):
            session.run(train_op, {x: samples[i:i + 50], y: labels[i:i + 50]})
        i = 0
        while i < n - SIZE + 1:
            session.run(train_op, {x: samples[i:i + SIZE], y: labels[i:i + SIZE]})
            i += SIZE
