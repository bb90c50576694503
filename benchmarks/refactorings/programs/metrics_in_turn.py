"""The loss and two metrics of an evaluation, each in a run of its own."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
generator = np.random.RandomState(0)
images = generator.rand(256, 784).astype("float32")
targets = generator.rand(256, 10).astype("float32")
x = tf.placeholder(tf.float32, [None, 784])
y = tf.placeholder(tf.float32, [None, 10])
hidden = tf.nn.relu(tf.matmul(x, tf.Variable(tf.ones([784, 2000]) / 784)))
hidden = tf.nn.relu(tf.matmul(hidden, tf.Variable(tf.ones([2000, 2000]) / 2000)))
logits = tf.matmul(hidden, tf.Variable(tf.ones([2000, 10]) / 2000))
loss = tf.reduce_mean(tf.square(logits - y))
error = tf.reduce_mean(tf.abs(logits - y))
largest = tf.reduce_max(logits)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(40):
        mean_squared = sess.run(loss, feed_dict={x: images, y: targets})
        mean_absolute = sess.run(error, feed_dict={x: images, y: targets})
        top = sess.run(largest, feed_dict={x: images, y: targets})
print(mean_squared, mean_absolute, top)
