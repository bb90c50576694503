"""Summaries and losses in sets: what is made of them all has no order, and tensors can't be sorted."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

features = np.random.RandomState(0).rand(640, 3).astype(np.float32)
x = tf.placeholder(tf.float32, [None, 3])
losses, summaries = set(), set()
for size in (1, 2):
    predicted = tf.layers.dense(x, size)
    loss = tf.reduce_mean(tf.square(predicted - tf.reduce_sum(x, 1, keepdims=True)))
    losses.add(loss)
    summaries.add(tf.summary.scalar("loss-%d" % size, loss))
total = tf.add_n(list(losses))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(total)
merged = tf.summary.merge(list(summaries))
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    writer = tf.summary.FileWriter("logs") if hvd.rank() == 0 else None
    for step in range(max(1, 200 // hvd.size())):
        batch = features[np.random.choice(len(features), 32)]
        _, summary = session.run([train_op, merged], {x: batch})
        if hvd.rank() == 0:
            writer.add_summary(summary, step)
