"""What a function initialises where no checkpoint is found is broadcast by its callers, where all processes come."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 11])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x[:, 1:], 1) - x[:, :1]))
train = tf.train.AdamOptimizer(0.001).minimize(loss)
saver = tf.train.Saver()


def begin(session):
    session.run(tf.global_variables_initializer())


def resume(session):
    if tf.train.latest_checkpoint("."):
        saver.restore(session, tf.train.latest_checkpoint("."))
    else:
        begin(session)


with tf.Session() as sess:
    resume(sess)
    for step in range(10000):
        sess.run(train, {x: samples[np.random.randint(len(samples), size=8)]})
    saver.save(sess, "model.ckpt")
