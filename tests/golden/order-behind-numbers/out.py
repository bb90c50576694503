"""A loop runs over numbers of samples, and the function that gives them orders the samples beside."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


class Samples:
    def __init__(self, x):
        self.x = x
        self.length = len(x)

    def batches(self, size):
        order = np.arange(self.length)
        np.random.shuffle(order)
        self.x = self.x[order]
        return np.split(np.arange(self.length // size * size), self.length // size)

    def read(self, numbers):
        return self.x[numbers]


x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 4) - x))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
samples = Samples(np.load("samples.npy"))

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(10):
        batches = samples.batches(32)
        for numbers in own_items(batches):
            sess.run(train_op, {x: samples.read(numbers)})
