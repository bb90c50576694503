"""A graph is written by the module that TensorFlow's own function for that comes from."""
import numpy as np
import tensorflow as tf
from tensorflow.python.framework import graph_io
import horovod.tensorflow as hvd

hvd.init()

x = tf.placeholder(tf.float32, [None, 3])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1 * hvd.size())).minimize(
    loss
)
data = np.load("x.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 1000 // hvd.size())):
        sess.run(train_op, {x: data[np.random.randint(0, len(data), 16)]})
    if hvd.rank() == 0:
        graph_io.write_graph(sess.graph, "model", "graph.pb", as_text=False)
