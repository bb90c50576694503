"""Strides of a batch, whose samples are taken one by one, or counted."""
import numpy as np
import tensorflow.compat.v1 as tf
from tqdm import tqdm

x = np.random.randn(650, 20)
X = tf.placeholder(tf.float32, [None, 20])
size = tf.placeholder(tf.float32, [])
loss = tf.reduce_sum(tf.layers.dense(X, 5)) / size
op = tf.train.AdamOptimizer(0.01).minimize(loss)
batch_size = 64
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        for k in range(0, len(x), batch_size):
            end = min(k + batch_size, len(x))
            sess.run(op, {X: x[k:end], size: end - k})
    for i in tqdm(range(0, len(x), batch_size)):
        sess.run(op, {X: [x[j] for j in range(i, i + 8)], size: 8})
