"""A text is run as code, which may name the writer: whether that opens its file for writing is not told."""

import numpy as np
import tensorflow as tf

import io_tools

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
        print(eval("sess.run(loss, {x: rows})"))
