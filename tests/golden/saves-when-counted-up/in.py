"""A model is saved when so many batches have been counted, and the count is put back then: with fewer batches it comes as often."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
step = tf.train.AdamOptimizer(0.01).minimize(loss)


def batches(path):
    batch = []
    for line in open(path):
        batch.append([float(each) for each in line.split()])
        if len(batch) == 10:
            yield batch
            batch = []


saver = tf.train.Saver()

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        count = 0
        for batch in batches("train.txt"):
            sess.run(step, {x: batch})
            count += 1
            if count >= 100:
                saver.save(sess, "model")
                count = 0
