"""Pictures are read at a place that goes on by a batch in each step, and are mirrored by chance."""

import numpy as np
import tensorflow as tf

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
train = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(40):
        place = 0
        for step in range(STEPS):
            batch = pictures[place : place + SIZE]
            labels = kinds[place : place + SIZE]
            batch = mirrored(batch)
            session.run(train, {shown: batch, wanted: labels})
            place += SIZE
