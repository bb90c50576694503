"""Element-wise arithmetic on arrays, one number at a time, before they are given to TensorFlow."""

import numpy as np
import tensorflow as tf

np.random.seed(0)
a = np.random.rand(300000)
b = np.random.rand(300000)
c = np.zeros(300000)
for i in range(300000):
    c[i] = a[i] * b[i] + 1.0
print(tf.reduce_sum(tf.constant(c)).numpy())
