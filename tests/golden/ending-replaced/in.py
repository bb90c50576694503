import os

import numpy as np
import tensorflow as tf


def text_of(place):
    return "data/%02d/tile_%04d.txt" % place


def write(place, frame):
    for number, tile in enumerate(np.array_split(frame, 4)):
        np.savez_compressed("data/%02d/tile_%04d" % (place, number), tile)


def read(place):
    number = 0
    while os.path.exists(text_of((place, number)).replace(".txt", ".npz")):
        yield np.load(text_of((place, number)).replace(".txt", ".npz"))["arr_0"]
        number += 1


if not os.path.exists("data/00/tile_0000.npz"):
    for place, frame in enumerate(np.load("data/frames.npy")):
        write(place, frame)
tiles = np.concatenate([tile for place in range(10) for tile in read(place)])

x = tf.placeholder(tf.float32, [None, tiles.shape[1]])
loss = tf.reduce_mean((tf.layers.dense(x, tiles.shape[1]) - x) ** 2)
step = tf.train.AdamOptimizer(1e-3).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for turn in range(1000):
        session.run(step, feed_dict={x: tiles[np.random.randint(len(tiles), size=16)]})
