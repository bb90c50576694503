"""A recurrent network whose time steps a loop of Python puts into the graph one by one."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
N = 64
weights = tf.placeholder(tf.float32, [N, N])
state = tf.ones([N, N])
for step in range(800):
    state = tf.tanh(tf.matmul(weights, state))
mean = tf.reduce_mean(state)
random = np.random.RandomState(0)
matrix = random.rand(N, N) * 2.0 / N
with tf.Session() as session:
    for batch in range(5):
        print(session.run(mean, feed_dict={weights: matrix}))
