"""A graph is written by the module that TensorFlow's own function for that comes from."""
import numpy as np
import tensorflow as tf
from tensorflow.python.framework import graph_io

x = tf.placeholder(tf.float32, [None, 3])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
data = np.load("x.npy")
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(1000):
        sess.run(train_op, {x: data[np.random.randint(0, len(data), 16)]})
    graph_io.write_graph(sess.graph, "model", "graph.pb", as_text=False)
