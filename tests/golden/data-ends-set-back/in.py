"""The end of the last batch is set back to the length, in the ways in which that is written."""

import numpy as np
import tensorflow.compat.v1 as tf

BATCH = 8
points = np.random.RandomState(7).uniform(-1, 1, (100, 3)).astype("float32")
heights = points.sum(axis=1, keepdims=True)

given = tf.placeholder(tf.float32, [None, 3])
wanted = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(given, 1) - wanted))
train = tf.train.GradientDescentOptimizer(0.05).minimize(loss)


def mirrored(batch):
    for i in range(len(batch)):
        if np.random.rand() < 0.5:
            batch[i] = batch[i][::-1]
    return batch


with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(2):
        # a batch, or all that is left
        place = 0
        for turn in range(1, 14):
            if place + BATCH < 100:
                batch = points[place : place + BATCH]
                targets = heights[place : place + BATCH]
            else:
                batch = points[place:]
                targets = heights[place:]
            batch = mirrored(batch)
            session.run(train, {given: batch, wanted: targets})
            place += BATCH

        # all that is left, or a batch
        for i in range(0, len(points), BATCH):
            if i + BATCH > len(points):
                batch, targets = points[i:], heights[i:]
            else:
                batch, targets = points[i : i + BATCH], heights[i : i + BATCH]
            session.run(train, {given: batch, wanted: targets})

        # set back
        for start in range(0, len(points), BATCH):
            end = start + BATCH
            if end > len(points):
                end = len(points)
            session.run(train, {given: points[start:end], wanted: heights[start:end]})

        # one or the other, by a statement
        for start in range(0, len(points), BATCH):
            if start + BATCH < len(points):
                end = start + BATCH
            else:
                end = len(points)
            session.run(train, {given: points[start:end], wanted: heights[start:end]})

        # one or the other, by an expression
        for start in range(0, len(points), BATCH):
            end = start + BATCH if start + BATCH < len(points) else len(points)
            session.run(train, {given: points[start:end], wanted: heights[start:end]})

        # where the next batch begins
        start = 0
        while start < len(points):
            end = start + BATCH
            if end > len(points):
                end = len(points)
            session.run(train, {given: points[start:end], wanted: heights[start:end]})
            start = end

        # by NumPy
        for start in range(0, len(points), BATCH):
            end = np.minimum(start + BATCH, len(points))
            session.run(train, {given: points[start:end], wanted: heights[start:end]})
