"""A run goes on at the greatest number among folders, which NumPy gives: without any it is a number of Python."""

import glob
import os

import numpy as np
import tensorflow as tf

images = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.layers.dense(images, 1) ** 2)
step = tf.train.AdamOptimizer(0.001).minimize(loss)
saver = tf.train.Saver()
samples = np.load("samples.npy")
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    found = tf.train.get_checkpoint_state("out")
    if found:
        saver.restore(session, found.model_checkpoint_path)
    last = 0
    for folder in glob.glob("out/epoch-*"):
        last = np.maximum(last, int(folder.rpartition("-")[2]))
    for epoch in range(last, 100):
        for place in np.random.permutation(len(samples) // 16):
            session.run(step, {images: samples[place * 16 : (place + 1) * 16]})
        saver.save(session, "out/model.ckpt")
        os.makedirs("out/epoch-%d" % epoch, exist_ok=True)
