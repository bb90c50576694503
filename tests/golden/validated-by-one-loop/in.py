"""One loop trains and validates, as a flag says; its ops are the items of a dictionary."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 5])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
ops = {}
ops["loss"] = loss
ops["train"] = tf.train.AdamOptimizer(0.001).minimize(loss)


def batches(data):
    for start in range(0, len(data), 32):
        yield data[start : start + 32]


def run_epoch(sess, data, is_training):
    total = 0.0
    for batch in batches(data):
        if is_training:
            fetches = [ops["loss"], ops["train"]]
        else:
            fetches = [ops["loss"]]
        result = sess.run(fetches, {x: batch})
        total += result[0] * len(batch)
    return total / len(data)


train_data, valid_data = np.load("train.npy"), np.load("valid.npy")
best = 1e9
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(100):
        print(run_epoch(sess, train_data, True))
        valid = run_epoch(sess, valid_data, False)
        if valid < best:
            best = valid
        else:
            break
