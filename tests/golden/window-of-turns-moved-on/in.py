import random

import numpy as np
import tensorflow as tf

images = list(np.load("images.npy"))
x = tf.placeholder(tf.float32, [None, 784])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 784) - x))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
size, period = 32, 100

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(20):
        start, end = 0, period
        random.shuffle(images)
        while start < len(images) // size:
            total = 0
            for first in range(start, end):
                total += sess.run([loss, train_op], {x: images[first * size : (first + 1) * size]})[0]
            print(epoch, start, total)
            start, end = end, min(len(images) // size, end + period)
