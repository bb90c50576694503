"""All summaries are merged, those of averaged gradients among them: every process runs them, and rank 0 writes."""

import numpy as np
import tensorflow as tf

features = np.load("features.npy")
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
optimizer = tf.train.AdamOptimizer(0.001)
pairs = optimizer.compute_gradients(loss)
train_op = optimizer.apply_gradients(pairs)
for gradient, variable in pairs:
    tf.summary.histogram(variable.op.name, gradient)
summaries = tf.summary.merge_all()
with tf.Session() as session:
    writer = tf.summary.FileWriter("logs")
    session.run(tf.global_variables_initializer())
    for turn in range(1000):
        batch = features[np.random.choice(len(features), 32)]
        session.run(train_op, {x: batch})
        if turn % 100 == 0:
            writer.add_summary(session.run(summaries, {x: batch}), turn)
