import sys

import numpy as np
import tensorflow as tf
from batches import read
import horovod.tensorflow as hvd

hvd.init()

data = read("samples.npy")
x = tf.placeholder(tf.float32, [None, 8])
noise = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x + noise, 8) - x))
train = hvd.DistributedOptimizer(
    tf.train.GradientDescentOptimizer(0.1 * hvd.size())
).minimize(loss)


def main(training):
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(hvd.broadcast_global_variables(0))
        if training:
            for step in range(max(1, 1000 // hvd.size())):
                batch = data[np.random.choice(len(data), 32)]
                sess.run(train, feed_dict={x: batch, noise: np.random.randn(32, 8)})


main("train" in sys.argv)
