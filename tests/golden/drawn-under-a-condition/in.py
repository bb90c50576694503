import sys

import numpy as np
import tensorflow as tf
from batches import read

data = read("samples.npy")
x = tf.placeholder(tf.float32, [None, 8])
noise = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x + noise, 8) - x))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)


def main(training):
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        if training:
            for step in range(1000):
                batch = data[np.random.choice(len(data), 32)]
                sess.run(train, feed_dict={x: batch, noise: np.random.randn(32, 8)})


main("train" in sys.argv)
