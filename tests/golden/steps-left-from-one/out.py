"""The steps that a checkpoint leaves of a run, numbered from one."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()

samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
step = tf.train.get_or_create_global_step()
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(0.01 * hvd.size())
).minimize(loss, global_step=step)
saver = tf.train.Saver()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    saver.restore(session, tf.train.latest_checkpoint("model"))
    session.run(hvd.broadcast_global_variables(0))
    done = session.run(step)
    left = 10000 - done * hvd.size()
    for turn in range(1, max(1, left // hvd.size()) + 1):
        session.run(train_op, {x: samples[np.random.choice(len(samples), 32)]})
    if hvd.rank() == 0:
        saver.save(session, "model/model", global_step=step)
