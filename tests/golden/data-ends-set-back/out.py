"""The end of the last batch is set back to the length, in the ways in which that is written."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

BATCH = 8
points = np.random.RandomState(7).uniform(-1, 1, (100, 3)).astype("float32")
heights = points.sum(axis=1, keepdims=True)

given = tf.placeholder(tf.float32, [None, 3])
wanted = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(given, 1) - wanted))
train = hvd.DistributedOptimizer(tf.train.GradientDescentOptimizer(0.05 * hvd.size())).minimize(
    loss
)


def mirrored(batch):
    for i in range(len(batch)):
        if np.random.rand() < 0.5:
            batch[i] = batch[i][::-1]
    return batch


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(points) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(2):
        # a batch, or all that is left
        place = 0
        for turn in range(1, 1 + max(1, (14 - 1) // hvd.size())):
            if place + BATCH < 100 // hvd.size():
                batch = points[shard][place : place + BATCH]
                targets = heights[shard][place : place + BATCH]
            else:
                batch = points[shard][place:]
                targets = heights[shard][place:]
            batch = mirrored(batch)
            session.run(train, {given: batch, wanted: targets})
            place += BATCH

        # all that is left, or a batch
        for i in range(0, max(1, len(points) // hvd.size()), BATCH):
            if i + BATCH > max(1, len(points) // hvd.size()):
                batch, targets = points[shard][i:], heights[shard][i:]
            else:
                batch, targets = points[shard][i : i + BATCH], heights[shard][i : i + BATCH]
            session.run(train, {given: batch, wanted: targets})

        # set back
        for start in range(0, max(1, len(points) // hvd.size()), BATCH):
            end = start + BATCH
            if end > len(points):
                end = len(points)
            session.run(
                train, {given: points[shard][start:end], wanted: heights[shard][start:end]}
            )

        # one or the other, by a statement
        for start in range(0, max(1, len(points) // hvd.size()), BATCH):
            if start + BATCH < max(1, len(points) // hvd.size()):
                end = start + BATCH
            else:
                end = len(points)
            session.run(
                train, {given: points[shard][start:end], wanted: heights[shard][start:end]}
            )

        # one or the other, by an expression
        for start in range(0, max(1, len(points) // hvd.size()), BATCH):
            end = (
                start + BATCH
                if start + BATCH < max(1, len(points) // hvd.size())
                else len(points)
            )
            session.run(
                train, {given: points[shard][start:end], wanted: heights[shard][start:end]}
            )

        # where the next batch begins
        start = 0
        while start < max(1, len(points) // hvd.size()):
            end = start + BATCH
            if end > len(points):
                end = len(points)
            session.run(
                train, {given: points[shard][start:end], wanted: heights[shard][start:end]}
            )
            start = end

        # by NumPy
        for start in range(0, max(1, len(points) // hvd.size()), BATCH):
            end = np.minimum(start + BATCH, len(points))
            session.run(
                train, {given: points[shard][start:end], wanted: heights[shard][start:end]}
            )
