"""The volumes of a batch are put into lists of the turn, whose items are converted in place."""

import random

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

volumes = np.load("volumes.npy")
masks = np.load("masks.npy")


def one_batch(size):
    images, labels = [], []
    for _ in range(size):
        patient = random.randint(0, len(volumes) - 1)
        parts = [volumes[patient], masks[patient]]
        parts[1] = (parts[1] > 0) * parts[1]
        top = parts[1].argmax() % 16
        images.append(parts[0][top : top + 16])
        labels.append(parts[1][top : top + 16])
    return np.stack(images), np.stack(labels)


shown = tf.placeholder(tf.float32, [None, 16, 64])
wanted = tf.placeholder(tf.float32, [None, 16, 64])
loss = tf.losses.mean_squared_error(wanted, tf.layers.dense(shown, 64))
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 2000 // hvd.size())):
        images, labels = one_batch(8)
        session.run(train, {shown: images, wanted: labels})
