"""Loops count by hand: epochs from the greatest number among folders on, and steps until one more than there are."""

import glob
import os

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
STEPS = 1000
images = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.layers.dense(images, 1) ** 2)
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
saver = tf.train.Saver()
samples = np.load("samples.npy")
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    if os.path.exists("weights/checkpoint"):
        saver.restore(session, "weights/model")
    last = 0
    for folder in glob.glob("out/epoch-*"):
        last = max(last, int(folder.rpartition("-")[2]))
    epoch = last
    while epoch < 100:
        step = 1
        while step < STEPS + 1:
            session.run(train_op, {images: samples[np.random.choice(len(samples), 32)]})
            step += 1
        saver.save(session, "weights/model")
        os.makedirs("out/epoch-%d" % epoch, exist_ok=True)
        epoch += 1
