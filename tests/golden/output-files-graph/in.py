"""A graph of TensorFlow 1, whose data are made first and whose checkpoint is read again."""
import os

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
if not os.path.exists("data.npy"):
    np.save("data.npy", np.ones([8, 3], "float32"))
data = np.load("data.npy")
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable("w", [3, 1])
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(10):
        sess.run(train_op, {x: data})
    saver.save(sess, "saved/model")
with tf.Session() as sess:
    saver.restore(sess, "saved/model")
    print(sess.run(loss, {x: data}))
