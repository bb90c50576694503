import argparse

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

parser = argparse.ArgumentParser()
parser.add_argument("--replays", type=int, default=8)
parser.add_argument("--steps", type=int, default=80000)
parser.add_argument("--report", type=int, default=100)
options = parser.parse_args()


class Samples:
    def __init__(self, images, labels):
        self.images, self.labels = images, labels

    def batch(self, size):
        places = np.random.choice(len(self.images), size)
        return self.images[places], self.labels[places]


train = Samples(np.load("images.npy"), np.load("labels.npy"))
images = tf.placeholder(tf.float32, [None, 784])
labels = tf.placeholder(tf.int64, [None])
rate = tf.placeholder(tf.float32, [])
logits = tf.layers.dense(tf.nn.dropout(images, 0.8), 10)
loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
step = hvd.DistributedOptimizer(
    tf.train.MomentumOptimizer(rate * hvd.size(), 0.9)
).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for turn in range(max(1, options.steps // hvd.size())):
        if turn % options.replays == 0:
            x, y = train.batch(128)
        if turn % max(1, 10000 // hvd.size()) == 0:
            current = 0.1 * 0.5 ** (turn // max(1, 10000 // hvd.size()))
        fed = {images: x, labels: y, rate: current}
        if (
            turn % max(1, options.report // hvd.size()) == 0
            and hvd.rank() == 0
        ):
            print(turn, session.run(loss, fed))
        session.run(step, fed)
