"""Noise that is fed beside the elements of a dataset: each process draws its own, and the dataset needs none."""

import numpy as np
import tensorflow as tf

dataset = tf.data.TFRecordDataset("a.tfrecord").map(lambda x: tf.decode_raw(x, tf.float32)).shuffle(1000).batch(32).repeat(10)
x = dataset.make_one_shot_iterator().get_next()
z = tf.placeholder(tf.float32, [32, 8])
fake = tf.layers.dense(z, 4)
loss = tf.reduce_mean(tf.square(fake - x))
step = tf.train.get_or_create_global_step()
train_op = tf.train.AdamOptimizer(0.001).minimize(loss, global_step=step)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(1000):
        noise = np.random.uniform(-1, 1, (32, 8))
        sess.run(train_op, feed_dict={z: noise})
