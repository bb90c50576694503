import numpy as np
import tensorflow as tf
from settings import drawn

x, y = np.load("x.npy"), np.load("y.npy")
features, labels = tf.placeholder(tf.float32, [None, 16]), tf.placeholder(tf.float32, [None, 1])
rate = tf.placeholder(tf.float32, [])
loss = tf.reduce_mean(tf.square(tf.layers.dense(features, 1) - labels))
train_op = tf.train.AdamOptimizer(rate).minimize(loss)
with tf.Session() as session:
    for search in range(5):
        setting = drawn(-5, -2)
        session.run(tf.global_variables_initializer())
        for start in range(0, len(x), 32):
            session.run(train_op, {features: x[start : start + 32], labels: y[start : start + 32], rate: setting["rate"]})
