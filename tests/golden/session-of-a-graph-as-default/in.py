"""A session becomes the default one by `as_default`, which leaves the default graph as it is."""

import numpy as np
import tensorflow as tf

graph = tf.Graph()
with graph.as_default():
    images = tf.placeholder(tf.float32, [None, 784])
    labels = tf.placeholder(tf.int32, [None])
    loss = tf.losses.sparse_softmax_cross_entropy(labels, tf.layers.dense(images, 10))
    train = tf.train.AdamOptimizer(0.001).minimize(loss)
    start = tf.global_variables_initializer()

x, y = np.load("images.npy"), np.load("labels.npy")
with tf.Session(graph=graph).as_default() as session:
    session.run(start)
    for _ in range(1000):
        rows = np.random.randint(len(x), size=32)
        session.run(train, {images: x[rows], labels: y[rows]})
