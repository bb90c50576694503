"""A split by chance, and a generator that draws from one part of it."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def split(path):
    data = np.load(path)
    order = np.random.permutation(len(data))
    data = data[order]
    return data[:-100], data[-100:]


def batches(data, size):
    while True:
        yield data[np.random.choice(len(data), size)]


if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
train, test = split("words.npy")
x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.layers.dense(x, 4))
step = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(0.01 * hvd.size())
).minimize(loss)
given = batches(train, 32)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(hvd.rank())
    for turn in range(max(1, 1000 // hvd.size())):
        session.run(step, {x: next(given)})
    if hvd.rank() == 0:
        print(session.run(loss, {x: test}))
