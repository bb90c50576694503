"""Batches of a dataset that are run by themselves, and fed to the training step."""
import numpy as np
import tensorflow as tf

data = np.load("data.npy")
dataset = tf.data.Dataset.from_tensor_slices(data).batch(32).repeat()
batch = dataset.make_one_shot_iterator().get_next()
x = tf.placeholder(tf.float32, [None, 4])
train_op = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean(tf.layers.dense(x, 1) ** 2))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(1000):
        values = sess.run(batch)
        sess.run(train_op, feed_dict={x: values})
