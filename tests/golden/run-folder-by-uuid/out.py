"""A script whose runs have folders of their own, named by a number that no other run has."""

import os
import uuid

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

run = os.path.join("runs", str(uuid.uuid4()))
x, y = np.load("x.npy"), np.load("y.npy")
features = tf.placeholder(tf.float32, [None, 8])
labels = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(features, 1) - labels))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-4 * hvd.size())).minimize(loss)
tf.summary.scalar("loss", loss)
merged = tf.summary.merge_all()
saver = tf.train.Saver()

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    writer = tf.summary.FileWriter(run, sess.graph) if hvd.rank() == 0 else None
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 10000 // hvd.size())):
        taken = np.random.choice(len(x), 64)
        summary, _ = sess.run([merged, train_op], {features: x[taken], labels: y[taken]})
        if hvd.rank() == 0:
            writer.add_summary(summary, step)
            if step % max(1, 1000 // hvd.size()) == 0:
                saver.save(sess, os.path.join(run, "model"))
    if hvd.rank() == 0:
        writer.close()
