"""Minibatches whose last one is clamped by the length of the data."""
import numpy as np
import tensorflow.compat.v1 as tf
from tqdm import tqdm

x, y = np.random.randn(650, 20), np.random.randint(0, 5, 650)
X = tf.placeholder(tf.float32, [None, 20])
Y = tf.placeholder(tf.int32, [None])
loss = tf.losses.sparse_softmax_cross_entropy(Y, tf.layers.dense(X, 5))
op = tf.train.AdamOptimizer(0.01).minimize(loss)
batch_size = 64
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        for k in range(0, len(x), batch_size):
            end = min(k + batch_size, len(x))
            sess.run(op, {X: x[k:end], Y: y[k:end]})
    bar = tqdm(range(0, len(x), batch_size))
    for i in bar:
        batch_x = x[i : min(i + batch_size, x.shape[0])]
        batch_y = y[i : min(i + batch_size, x.shape[0])]
        sess.run(op, {X: batch_x, Y: batch_y})
