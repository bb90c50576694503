"""A graph that reads a dataset: to its end, and for a number of steps."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

points = np.arange(45, dtype="float32").reshape(-1, 1) / 45


def read(points):
    dataset = tf.data.Dataset.from_tensor_slices((points, points * 3 - 1))
    dataset = dataset.shuffle(45).batch(4)
    return dataset.make_initializable_iterator()


iterator = read(points)
features, labels = iterator.get_next()
predictions = tf.layers.dense(features, 1)
loss = tf.losses.mean_squared_error(labels, predictions)
train_op = tf.train.AdamOptimizer(0.05).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(2):
        sess.run(iterator.initializer)
        while True:
            try:
                sess.run(train_op)
            except tf.errors.OutOfRangeError:
                break
    sess.run(iterator.initializer)
    for step in range(6):
        sess.run(train_op)
