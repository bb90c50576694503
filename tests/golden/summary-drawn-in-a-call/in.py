"""A summary draws the next batch within the call that writes it: every process draws, and rank 0 alone has a writer."""

import numpy as np
import tensorflow as tf

features = tf.data.Dataset.from_tensor_slices(np.load("features.npy")).shuffle(1000).repeat().batch(32)
loss = tf.reduce_mean(tf.layers.dense(features.make_one_shot_iterator().get_next(), 1) ** 2)
summary = tf.summary.scalar("loss", loss)
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
with tf.Session() as session:
    writer = tf.summary.FileWriter("logs")
    session.run(tf.global_variables_initializer())
    for turn in range(1000):
        session.run(train_op)
        if turn % 100 == 0:
            writer.add_summary(session.run(summary), turn)
