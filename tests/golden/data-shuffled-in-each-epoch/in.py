"""A generator that shuffles in each epoch: all processes draw one order, and another one in each epoch."""
import numpy as np
import tensorflow as tf
from sklearn.utils import shuffle


def batches(inputs, targets, size):
    inputs, targets = shuffle(inputs, targets)
    for start in range(len(inputs) // size):
        yield inputs[start * size : (start + 1) * size], targets[start * size : (start + 1) * size]


inputs, targets = np.load("inputs.npy"), np.load("targets.npy")
x, y = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32, [None, 1])
loss = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1))
train = tf.train.AdamOptimizer(0.01).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        for batch, wanted in batches(inputs, targets, 32):
            session.run(train, {x: batch, y: wanted})
