"""What loops run over with a progress bar or without one: both are divided, in the head of a loop and in a name."""

import argparse

import numpy as np
import tensorflow.compat.v1 as tf
import tqdm

tf.disable_v2_behavior()
parser = argparse.ArgumentParser()
parser.add_argument("--bar", action="store_true")
args = parser.parse_args()
images = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.layers.dense(images, 1) ** 2)
step = tf.train.AdamOptimizer(0.1).minimize(loss)
x, pairs = np.load("x.npy"), np.load("pairs.npy")


def batches():
    for start in range(0, len(x), 32):
        yield x[start : start + 32]


with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        turns = tqdm.tqdm(range(1000)) if args.bar else range(1000)
        for turn in turns:
            session.run(step, {images: x[np.random.choice(len(x), 32)]})
        if args.bar:
            few = tqdm.tqdm(range(100))
        else:
            few = range(200)
        for turn in few:
            session.run(step, {images: x[np.random.choice(len(x), 32)]})
    for epoch in range(10):
        for batch in tqdm.tqdm(batches()) if args.bar else batches():
            session.run(step, {images: batch})
        for pair in tqdm.tqdm(pairs) if args.bar else pairs:
            session.run(step, {images: pair})
