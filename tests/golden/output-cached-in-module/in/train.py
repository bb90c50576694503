import numpy as np
import tensorflow as tf

from ratings import load

ratings = load("ratings")
x = tf.placeholder(tf.float32, [None, 2])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable("w", [2, 1])
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(tf.losses.mean_squared_error(y, tf.matmul(x, w)))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(1000):
        batch = ratings[np.random.choice(len(ratings), 32)]
        sess.run(train_op, {x: batch[:, :2], y: batch[:, 2:]})
