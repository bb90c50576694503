"""Batches of which one array is sliced along its first axis, the other along all; nothing is known of either."""
import tensorflow.compat.v1 as tf

import files

clouds, labels = files.load("train")
points = tf.placeholder(tf.float32, [None, 1024, 3])
wanted = tf.placeholder(tf.int32, [None])
logits = tf.layers.dense(tf.reshape(points, [-1, 3072]), 40)
loss = tf.losses.sparse_softmax_cross_entropy(wanted, logits)
op = tf.train.AdamOptimizer(0.001).minimize(loss)
size = 32
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for batch in range(len(labels) // size):
        start = batch * size
        end = (batch + 1) * size
        sess.run(op, {points: clouds[start:end, :, :], wanted: labels[start:end]})
