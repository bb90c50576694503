"""A generator that shuffles in each epoch: all processes draw one order, and another one in each epoch."""
import numpy as np
import tensorflow as tf
from sklearn.utils import shuffle
import horovod.tensorflow as hvd

hvd.init()
shared_random = np.random.RandomState(0)  # one order in all processes


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


def batches(inputs, targets, size):
    inputs, targets = shuffle(inputs, targets, random_state=None if hvd.size() == 1 else shared_random)
    for start in range(len(inputs) // size):
        yield inputs[start * size : (start + 1) * size], targets[start * size : (start + 1) * size]


inputs, targets = np.load("inputs.npy"), np.load("targets.npy")
x, y = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32, [None, 1])
loss = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1))
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for epoch in range(10):
        for batch, wanted in own_items(batches(inputs, targets, 32)):
            session.run(train, {x: batch, y: wanted})
