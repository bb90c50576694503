"""An object shuffles its samples when it is made, and whenever its generator comes to their end."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


class Batcher:
    def __init__(self, path, size):
        self.samples, self.size, self.start = np.load(path), size, 0
        self.shuffle()

    def shuffle(self):
        order = np.random.permutation(len(self.samples))
        self.samples = self.samples[order]

    def batches(self):
        while True:
            if self.start >= len(self.samples):
                self.start = 0
                self.shuffle()
            else:
                end = self.start + self.size
                yield self.samples[self.start : end]
                self.start = end


x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
batcher = Batcher("samples.npy", 32)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for batch in own_items(batcher.batches()):
        session.run(step, {x: batch})
