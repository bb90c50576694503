"""A model is trained on from one checkpoint or from another, before which it is trained once more."""

import argparse

import numpy as np
import tensorflow.compat.v1 as tf

parser = argparse.ArgumentParser()
parser.add_argument("--finetune", action="store_true")
args = parser.parse_args()
data = np.load("data.npy")
x = tf.placeholder(tf.float32, [None, 4])
train = tf.train.AdamOptimizer(1e-3).minimize(tf.reduce_mean(tf.layers.dense(x, 1)))
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    if args.finetune:
        saver.restore(sess, "model/pretrained")
    else:
        saver.restore(sess, "model/first")
        for step in range(1000):
            sess.run(train, {x: data[np.random.choice(len(data), 32)]})
    for step in range(1000):
        sess.run(train, {x: data[np.random.choice(len(data), 32)]})
    saver.save(sess, "trained/model")
