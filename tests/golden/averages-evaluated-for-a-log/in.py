"""Averaged gradients are evaluated within what writes and prints: every process does so before rank 0 shows them."""

import numpy as np
import tensorflow as tf

features = np.load("features.npy")
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
optimizer = tf.train.AdamOptimizer(0.001)
pairs = optimizer.compute_gradients(loss)
norm = tf.global_norm([gradient for gradient, _ in pairs])
train_op = optimizer.apply_gradients(pairs)
summaries = tf.summary.merge([tf.summary.scalar("norm", norm), tf.summary.scalar("loss", loss)])


def log(batch, turn):
    writer.add_summary(summaries.eval({x: batch}), turn)
    print("norm", norm.eval({x: batch}), "loss", loss.eval({x: batch}))


with tf.Session() as session:
    writer = tf.summary.FileWriter("logs")
    session.run(tf.global_variables_initializer())
    for turn in range(1000):
        batch = features[np.random.choice(len(features), 32)]
        session.run(train_op, {x: batch})
        if turn % 100 == 0:
            log(batch, turn)
            print("loss", loss.eval({x: batch}))
