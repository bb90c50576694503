"""Pictures are read at a place that goes on by a batch in each step, and are mirrored by chance."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

SIZE = 64
STEPS = 600

pictures = np.load("pictures.npy")
kinds = np.load("kinds.npy")


def mirrored(batch):
    for index in range(len(batch)):
        if np.random.rand() < 0.5:
            batch[index] = batch[index][:, ::-1]
    return batch


shown = tf.placeholder(tf.float32, [None, 32, 32, 3])
wanted = tf.placeholder(tf.int32, [None])
logits = tf.layers.dense(tf.layers.flatten(shown), 10)
loss = tf.losses.sparse_softmax_cross_entropy(wanted, logits)
train = hvd.DistributedOptimizer(tf.train.MomentumOptimizer(0.1 * hvd.size(), 0.9)).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(pictures) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(40):
        place = 0
        for step in range(max(1, STEPS // hvd.size())):
            batch = pictures[shard][place : place + SIZE]
            labels = kinds[shard][place : place + SIZE]
            batch = mirrored(batch)
            session.run(train, {shown: batch, wanted: labels})
            place += SIZE
