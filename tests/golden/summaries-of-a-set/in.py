"""Summaries and losses in sets: what is made of them all has no order, and tensors can't be sorted."""

import numpy as np
import tensorflow as tf

features = np.random.RandomState(0).rand(640, 3).astype(np.float32)
x = tf.placeholder(tf.float32, [None, 3])
losses, summaries = set(), set()
for size in (1, 2):
    predicted = tf.layers.dense(x, size)
    loss = tf.reduce_mean(tf.square(predicted - tf.reduce_sum(x, 1, keepdims=True)))
    losses.add(loss)
    summaries.add(tf.summary.scalar("loss-%d" % size, loss))
total = tf.add_n(list(losses))
train_op = tf.train.AdamOptimizer(0.01).minimize(total)
merged = tf.summary.merge(list(summaries))
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    writer = tf.summary.FileWriter("logs")
    for step in range(200):
        batch = features[np.random.choice(len(features), 32)]
        _, summary = session.run([train_op, merged], {x: batch})
        writer.add_summary(summary, step)
