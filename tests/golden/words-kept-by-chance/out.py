import random

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


words = [int(each) for each in open("words.txt")]
dropped = np.load("dropped.npy")
if hvd.size() > 1:
    random.seed(0)  # the same data in all processes
kept = [word for word in words if random.random() > dropped[word]]


def around(words, place):
    reach = np.random.randint(1, 6)
    return words[max(0, place - reach) : place] + words[place + 1 : place + reach + 1]


def batches(words, size):
    for start in range(0, len(words) // size * size, size):
        batch, x, y = words[start : start + size], [], []
        for place, word in enumerate(batch):
            targets = around(batch, place)
            x += [word] * len(targets)
            y += targets
        yield x, y


inputs = tf.placeholder(tf.int32, [None])
labels = tf.placeholder(tf.int32, [None, None])
embedding = tf.get_variable("embedding", [1000, 20])
weights = tf.get_variable("weights", [1000, 20])
bias = tf.get_variable("bias", [1000])
losses = tf.nn.sampled_softmax_loss(weights, bias, labels, tf.nn.embedding_lookup(embedding, inputs), 100, 1000)
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(tf.reduce_mean(losses))

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for epoch in range(10):
        for x, y in own_items(batches(kept, 1000)):
            session.run(step, {inputs: x, labels: np.array(y)[:, None]})
