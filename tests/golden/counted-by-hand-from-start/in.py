"""A run that goes on counts its steps by hand from where it begins, which is a number of steps of one process already."""

import numpy as np
import tensorflow as tf

samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 8])
global_step = tf.train.get_or_create_global_step()
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 8) - x))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss, global_step=global_step)
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    if tf.train.latest_checkpoint("checkpoints"):
        saver.restore(sess, tf.train.latest_checkpoint("checkpoints"))
    begun = sess.run(global_step)
    step = begun
    while step < 10000:
        if step > begun and step % 100 == 0:
            print("loss", value)
            saver.save(sess, "checkpoints/model", global_step=step)
        if step == begun + 500:
            print("warm")
        _, value = sess.run([train_op, loss], {x: samples[np.random.choice(len(samples), 32)]})
        step += 1
