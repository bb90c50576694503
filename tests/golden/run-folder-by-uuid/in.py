"""A script whose runs have folders of their own, named by a number that no other run has."""

import os
import uuid

import numpy as np
import tensorflow as tf

run = os.path.join("runs", str(uuid.uuid4()))
x, y = np.load("x.npy"), np.load("y.npy")
features = tf.placeholder(tf.float32, [None, 8])
labels = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(features, 1) - labels))
train_op = tf.train.AdamOptimizer(1e-4).minimize(loss)
tf.summary.scalar("loss", loss)
merged = tf.summary.merge_all()
saver = tf.train.Saver()

with tf.Session() as sess:
    writer = tf.summary.FileWriter(run, sess.graph)
    sess.run(tf.global_variables_initializer())
    for step in range(10000):
        taken = np.random.choice(len(x), 64)
        summary, _ = sess.run([merged, train_op], {features: x[taken], labels: y[taken]})
        writer.add_summary(summary, step)
        if step % 1000 == 0:
            saver.save(sess, os.path.join(run, "model"))
    writer.close()
