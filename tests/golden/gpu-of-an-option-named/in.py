"""A device is named by an option whose default is a GPU that a process does not have."""
import argparse

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
parser = argparse.ArgumentParser()
parser.add_argument("--gpu", type=int, default=1)
args = parser.parse_args()
samples = np.load("samples.npy")
with tf.device("/gpu:%d" % args.gpu):
    x = tf.placeholder(tf.float32, [None, 10])
    loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
    train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for start in range(0, len(samples), 32):
        session.run(train_op, {x: samples[start:start + 32]})
