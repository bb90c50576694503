"""What a session runs is chosen by the losses of the step before: all processes run what rank 0 chooses."""

import numpy as np
import tensorflow as tf

samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 8])
z = tf.random_normal([32, 8])
fake = tf.layers.dense(z, 8, name="generator")
scores = tf.layers.dense(x, 1, name="discriminator") - tf.layers.dense(fake, 1, name="discriminator", reuse=True)
d_loss, g_loss = tf.reduce_mean(scores), -tf.reduce_mean(scores)
d_op = tf.train.AdamOptimizer(0.001).minimize(d_loss, var_list=tf.trainable_variables("discriminator"))
g_op = tf.train.AdamOptimizer(0.001).minimize(g_loss, var_list=tf.trainable_variables("generator"))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    lost = 0.0
    for step in range(10000):
        batch = samples[np.random.choice(len(samples), 32)]
        if lost < 0.5:
            train_op = g_op
        else:
            train_op = d_op
        _, lost = sess.run([train_op, d_loss], {x: batch})
        sess.run(g_op if lost < 0.1 else d_op, {x: batch})
        fetches = [g_op if step < 1000 else d_op]
        if lost > 2:
            fetches.append(g_loss)
        sess.run(fetches, {x: batch})
