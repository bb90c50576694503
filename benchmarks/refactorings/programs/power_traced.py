"""A power iteration under `tf.function` whose loop is unrolled while it is traced."""

import tensorflow as tf


@tf.function
def iterate(w):
    a = tf.ones([64, 64])
    for step in range(600):
        a = tf.sigmoid(tf.matmul(w, a))
    return a


print(tf.reduce_sum(iterate(tf.ones([64, 64]))).numpy())
