"""A function is called as one of the language is that runs texts: the writer that nothing names is left out."""

import numpy as np
import tensorflow as tf

import io_tools


def eval(sess, loss, x, rows):
    return sess.run(loss, {x: rows})


rows = np.stack(list(io_tools.read_rows("rows.txt.gz")))
x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - 1.0))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        order = np.random.permutation(len(rows))
        for i in range(len(rows) // 32):
            sess.run(train_op, {x: rows[order[i * 32 : (i + 1) * 32]]})
        print(eval(sess, loss, x, rows))
