"""Deep dictionary learning, after Listing 1 of the HARP paper."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
N = 700
generator = np.random.RandomState(0)
dictionary = generator.rand(N, N).astype("float32") / N
samples = generator.rand(N, N).astype("float32")
A = tf.Variable(tf.zeros(shape=[N, N]), dtype=tf.float32)
D = tf.placeholder(shape=[N, N], dtype=tf.float32)
X = tf.placeholder(shape=[N, N], dtype=tf.float32)
R = tf.matmul(D, tf.subtract(X, tf.matmul(tf.transpose(D), A)))
L = tf.assign(A, R)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(60):
        result = sess.run(L, feed_dict={D: dictionary, X: samples})
print(result.mean())
