"""A graph of its own is made, finished outside of the `with` in which it is built, and run in a session of its own."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

data = np.load("data.npy")
graph = tf.Graph()
with graph.as_default():
    x = tf.placeholder(tf.float32, [None, 8])
    loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
    step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
    init = tf.global_variables_initializer()
with graph.as_default():
    broadcast = hvd.broadcast_global_variables(0)
graph.finalize()

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
sess = tf.Session(graph=graph, config=config)
sess.run(init)
sess.run(broadcast)
shard = slice(hvd.rank(), len(data) // hvd.size() * hvd.size(), hvd.size())
for epoch in range(10):
    for start in range(0, max(1, len(data) // hvd.size()), 32):
        sess.run(step, {x: data[shard][start : start + 32]})
