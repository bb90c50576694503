import argparse
import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--warm", type=int, default=0)
args = parser.parse_args()
images = np.load("images.npy")
x = tf.placeholder(tf.float32, [None, 784])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 784) - x))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(args.warm):
        sess.run(train_op, {x: images[np.random.choice(len(images), 32)]})
    for step in range(1000):
        sess.run(train_op, {x: images[np.random.choice(len(images), 32)]})
