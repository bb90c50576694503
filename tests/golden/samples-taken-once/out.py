import numpy as np
import tensorflow as tf
from tensorflow.examples.tutorials.mnist import input_data

mnist = input_data.read_data_sets("data")
x = tf.placeholder(tf.float32, [None, 784])
y = tf.placeholder(tf.int64, [None])
loss = tf.losses.sparse_softmax_cross_entropy(y, tf.layers.dense(x, 10))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
labelled_x, labelled_y = mnist.train.next_batch(1000)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(1000):
        chosen = np.random.choice(1000, 32)
        sess.run(train, feed_dict={x: labelled_x[chosen], y: labelled_y[chosen]})
