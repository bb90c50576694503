import argparse
import os
import time

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--log_dir", default="runs/" + time.strftime("%Y%m%d-%H%M%S"))
parser.add_argument("--epochs", type=int, default=5)
args = parser.parse_args()

if not os.path.exists(args.log_dir):
    os.makedirs(args.log_dir)
x = tf.placeholder(tf.float32, [None, 10])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - y))
train_op = tf.train.AdamOptimizer(1e-3).minimize(loss)
saver = tf.train.Saver()
samples, labels = np.load("x.npy"), np.load("y.npy")
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(args.epochs):
        order = np.random.permutation(len(samples))
        for start in range(0, len(samples), 32):
            batch = order[start : start + 32]
            sess.run(train_op, {x: samples[batch], y: labels[batch]})
        saver.save(sess, os.path.join(args.log_dir, "model"))
    saver.restore(sess, tf.train.latest_checkpoint(args.log_dir))
    print(sess.run(loss, {x: samples, y: labels}))
