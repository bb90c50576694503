import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=100000)
parser.add_argument("--resume", action="store_true")
args = parser.parse_args()
images = np.load("images.npy")
x = tf.placeholder(tf.float32, [None, 784])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 784) - x))
global_step = tf.Variable(0, trainable=False, name="global_step")
train_op = tf.train.AdamOptimizer(0.001).minimize(loss, global_step=global_step)
saver = tf.train.Saver()
with tf.Session() as sess:
    step = 0
    sess.run(tf.global_variables_initializer())
    newest = tf.train.latest_checkpoint("checkpoints")
    if newest:
        saver.restore(sess, newest)
        step = sess.run(global_step)
    while step < args.steps:
        step += 1
        sess.run(train_op, {x: images[np.random.choice(len(images), 32)]})
        if step % 1000 == 0:
            saver.save(sess, "checkpoints/model", global_step=global_step)
