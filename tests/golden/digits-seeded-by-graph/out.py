"""Digits whose loader seeds NumPy by the seed of the graph: noise and order would be alike in all processes."""

import tensorflow as tf
import numpy as np
from tensorflow.examples.tutorials.mnist import input_data
import horovod.tensorflow as hvd

hvd.init()


def barrier():
    """Wait until every process has come here."""
    config = tf.ConfigProto(device_count={"GPU": 0})
    with tf.Graph().as_default():
        with tf.Session(config=config) as session:
            session.run(hvd.broadcast(0, root_rank=0, name="barrier"))


tf.set_random_seed(777)
if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
mnist = input_data.read_data_sets("MNIST", one_hot=True)
if hvd.local_rank() == 0:
    barrier()  # the others may go on
x = tf.placeholder(tf.float32, [None, 784])
z = tf.placeholder(tf.float32, [None, 784])
op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1 * hvd.size())).minimize(
    tf.reduce_mean(tf.layers.dense(x + z, 1))
)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as s:
    s.run(tf.global_variables_initializer())
    s.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(777 + hvd.rank())
    for step in range(max(1, 1000 // hvd.size())):
        b, _ = mnist.train.next_batch(10)
        n = np.random.uniform(-1.0, 1.0, [10, 784])
        s.run(op, feed_dict={x: b, z: n})
