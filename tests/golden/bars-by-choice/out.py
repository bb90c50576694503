"""What loops run over with a progress bar or without one: both are divided, in the head of a loop and in a name."""

import argparse

import numpy as np
import tensorflow.compat.v1 as tf
import tqdm
import horovod.tensorflow as hvd

hvd.init()


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


tf.disable_v2_behavior()
parser = argparse.ArgumentParser()
parser.add_argument("--bar", action="store_true")
args = parser.parse_args()
images = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.layers.dense(images, 1) ** 2)
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1 * hvd.size())).minimize(loss)
x, pairs = np.load("x.npy"), np.load("pairs.npy")


def batches():
    for start in range(0, len(x), 32):
        yield x[start : start + 32]


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for epoch in range(10):
        turns = (
            tqdm.tqdm(range(max(1, 1000 // hvd.size())), disable=hvd.rank() != 0)
            if args.bar
            else range(max(1, 1000 // hvd.size()))
        )
        for turn in turns:
            session.run(step, {images: x[np.random.choice(len(x), 32)]})
        if args.bar:
            few = tqdm.tqdm(range(100), disable=hvd.rank() != 0)
        else:
            few = range(200)
        for turn in own_items(few):
            session.run(step, {images: x[np.random.choice(len(x), 32)]})
    for epoch in range(10):
        for batch in tqdm.tqdm(own_items(batches()), disable=hvd.rank() != 0) if args.bar else own_items(batches()):
            session.run(step, {images: batch})
        shard = slice(hvd.rank(), len(pairs) // hvd.size() * hvd.size(), hvd.size())
        for pair in tqdm.tqdm(pairs[shard], disable=hvd.rank() != 0) if args.bar else pairs[shard]:
            session.run(step, {images: pair})
