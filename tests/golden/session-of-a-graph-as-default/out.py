"""A session becomes the default one by `as_default`, which leaves the default graph as it is."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

graph = tf.Graph()
with graph.as_default():
    images = tf.placeholder(tf.float32, [None, 784])
    labels = tf.placeholder(tf.int32, [None])
    loss = tf.losses.sparse_softmax_cross_entropy(labels, tf.layers.dense(images, 10))
    train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
    start = tf.global_variables_initializer()

x, y = np.load("images.npy"), np.load("labels.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(graph=graph, config=config).as_default() as session:
    session.run(start)
    with session.graph.as_default():
        session.run(hvd.broadcast_global_variables(0))
    for _ in range(max(1, 1000 // hvd.size())):
        rows = np.random.randint(len(x), size=32)
        session.run(train, {images: x[rows], labels: y[rows]})
