import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
sess = tf.Session()
tf.Session.run(sess, tf.global_variables_initializer())
for step in range(100):
    tf.Session.run(sess, train_op, {x: np.random.rand(32, 2)})
