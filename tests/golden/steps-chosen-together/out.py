"""What a session runs is chosen by the losses of the step before: all processes run what rank 0 chooses."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 8])
z = tf.random_normal([32, 8])
fake = tf.layers.dense(z, 8, name="generator")
scores = tf.layers.dense(x, 1, name="discriminator") - tf.layers.dense(fake, 1, name="discriminator", reuse=True)
d_loss, g_loss = tf.reduce_mean(scores), -tf.reduce_mean(scores)
d_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
    d_loss, var_list=tf.trainable_variables("discriminator")
)
g_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
    g_loss, var_list=tf.trainable_variables("generator")
)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    lost = 0.0
    decision = tf.placeholder(tf.bool, [])
    agreed = hvd.broadcast(decision, root_rank=0)
    for step in range(max(1, 10000 // hvd.size())):
        batch = samples[np.random.choice(len(samples), 32)]
        if sess.run(agreed, {decision: lost < 0.5}):
            train_op = g_op
        else:
            train_op = d_op
        _, lost = sess.run([train_op, d_loss], {x: batch})
        sess.run(g_op if sess.run(agreed, {decision: lost < 0.1}) else d_op, {x: batch})
        fetches = [g_op if step < 1000 // hvd.size() else d_op]
        if lost > 2:
            fetches.append(g_loss)
        sess.run(fetches, {x: batch})
