"""A rate by hand that follows a step which a statement of the graph adds one to."""
import numpy as np
import tensorflow as tf

data = np.load("data.npy")
x = tf.placeholder(tf.float32, [None, 3])
step = tf.Variable(0, trainable=False)
loss = tf.reduce_mean((tf.layers.dense(x, 3) - x) ** 2)
rate = 0.1 * 0.5 ** (tf.cast(step, tf.float32) / 1000)
counted = tf.assign_add(step, 1)
with tf.control_dependencies([counted]):
    train_op = tf.train.AdamOptimizer(rate).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3000):
        sess.run(train_op, {x: data[np.random.choice(len(data), 32)]})
