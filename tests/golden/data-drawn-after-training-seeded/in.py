"""Two examples, one after the other: the data of the second are drawn when each process has another seed."""
import numpy as np
import tensorflow as tf

np.random.seed(42)
sess = tf.Session()

x_vals = np.random.normal(1, 0.1, 100)
x = tf.placeholder(tf.float32, [1])
a = tf.Variable(tf.random_normal([1]))
first = tf.train.GradientDescentOptimizer(0.02).minimize(tf.square(x * a - 10.0))
sess.run(tf.global_variables_initializer())
for i in range(100):
    at = np.random.choice(100)
    sess.run(first, feed_dict={x: [x_vals[at]]})

z_vals = np.concatenate((np.random.normal(-1, 1, 50), np.random.normal(3, 1, 50)))
z = tf.placeholder(tf.float32, [1])
b = tf.Variable(tf.random_normal([1]))
second = tf.train.GradientDescentOptimizer(0.05).minimize(tf.square(z + b))
sess.run(tf.global_variables_initializer())
for i in range(1400):
    at = np.random.choice(100)
    sess.run(second, feed_dict={z: [z_vals[at]]})
