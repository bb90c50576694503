"""What grows with the step: in a graph, though its loop counts what is left by fetched steps, and in an array made anew."""

import argparse

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=10000)
parser.add_argument("--grows", type=int, default=1000)
args = parser.parse_args()


def noisy(images, global_step):
    grown = lambda ramp: tf.minimum(tf.to_float(global_step) / ramp, 1.0)
    return images + tf.random.uniform([]) * grown(args.grows)


def shifts(most, count):
    found = np.zeros((count, 8))
    for i in range(count):
        found[i] = np.random.uniform(-most, most, 8)
    return found


images, moved = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [None, 8])
counter = tf.Variable(0, trainable=False)
loss = tf.reduce_mean(tf.layers.dense(noisy(images, global_step=counter) + moved, 1) ** 2)
step = tf.train.AdamOptimizer(0.01).minimize(loss, global_step=counter)
x = np.load("x.npy")
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    taken = 0
    while taken < args.steps:
        for _ in range(min(300, args.steps - taken)):
            most = min(0.1 * taken / args.grows, 0.1)
            given = {images: x[np.random.choice(len(x), 32)], moved: shifts(most, 32)}
            _, _, taken = session.run([step, loss, counter], given)
