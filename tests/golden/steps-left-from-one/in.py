"""The steps that a checkpoint leaves of a run, numbered from one."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
step = tf.train.get_or_create_global_step()
train_op = tf.train.AdamOptimizer(0.01).minimize(loss, global_step=step)
saver = tf.train.Saver()
with tf.Session() as session:
    saver.restore(session, tf.train.latest_checkpoint("model"))
    done = session.run(step)
    left = 10000 - done
    for turn in range(1, left + 1):
        session.run(train_op, {x: samples[np.random.choice(len(samples), 32)]})
    saver.save(session, "model/model", global_step=step)
