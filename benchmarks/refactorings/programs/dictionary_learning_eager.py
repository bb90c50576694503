"""Deep dictionary learning in TensorFlow 2."""

import tensorflow as tf

X = tf.ones([700, 700])
D = tf.multiply(tf.ones([700, 700]), 0.001)
A = tf.zeros([700, 700])
for turn in range(100):
    A = tf.matmul(D, tf.subtract(X, tf.matmul(D, A)))
print(tf.reduce_mean(A).numpy())
