"""A graph that is fed with slices of arrays."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

points = np.arange(45, dtype="float32").reshape(-1, 1) / 45
values = points * 3 - 1

x = tf.placeholder(tf.float32, [None, 1])
y = tf.placeholder(tf.float32, [None, 1])
weight = tf.get_variable("weight", [1, 1])
bias = tf.get_variable("bias", [1], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, weight) + bias - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

BATCH = 4
batches = len(points) // BATCH

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(3):
        for i in range(batches):
            start = i * BATCH
            _, value = sess.run([train_op, loss], feed_dict={x: points[start:start + BATCH], y: values[start:start + BATCH]})
    for point, wanted in zip(points, values):
        sess.run(train_op, {x: [point], y: [wanted]})
    final = sess.run(loss, feed_dict={x: points, y: values})
    print("loss", final)
