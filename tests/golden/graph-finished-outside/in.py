"""A graph of its own is made, finished outside of the `with` in which it is built, and run in a session of its own."""

import numpy as np
import tensorflow as tf

data = np.load("data.npy")
graph = tf.Graph()
with graph.as_default():
    x = tf.placeholder(tf.float32, [None, 8])
    loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
    step = tf.train.AdamOptimizer(0.01).minimize(loss)
    init = tf.global_variables_initializer()
graph.finalize()

sess = tf.Session(graph=graph)
sess.run(init)
for epoch in range(10):
    for start in range(0, len(data), 32):
        sess.run(step, {x: data[start : start + 32]})
