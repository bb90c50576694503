"""All summaries are merged, those of averaged gradients among them: every process runs them, and rank 0 writes."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

features = np.load("features.npy")
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
optimizer = tf.train.AdamOptimizer(0.001 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer)
pairs = optimizer.compute_gradients(loss)
train_op = optimizer.apply_gradients(pairs)
for gradient, variable in pairs:
    tf.summary.histogram(variable.op.name, gradient)
summaries = tf.summary.merge_all()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    writer = tf.summary.FileWriter("logs") if hvd.rank() == 0 else None
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for turn in range(max(1, 1000 // hvd.size())):
        batch = features[np.random.choice(len(features), 32)]
        session.run(train_op, {x: batch})
        if turn % max(1, 100 // hvd.size()) == 0:
            session_run = session.run(summaries, {x: batch})
            if hvd.rank() == 0:
                writer.add_summary(session_run, turn)
