"""Batches are read at places that a graph's training loops add to, in the ways in which that is written."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_eager_execution()

BATCH = 8
generator = np.random.RandomState(7)
points = generator.uniform(-1, 1, (100, 3)).astype("float32")
heights = points.sum(axis=1, keepdims=True)

given = tf.placeholder(tf.float32, [None, 3])
wanted = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(given, 1) - wanted))
train = hvd.DistributedOptimizer(tf.train.GradientDescentOptimizer(0.05 * hvd.size())).minimize(loss)


def one_pass(session, samples, targets, size):
    done = 0
    total = max(1, samples.shape[0] // hvd.size())
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    while done < total:
        session.run(
            train, {given: samples[shard][done : done + size], wanted: targets[shard][done : done + size]}
        )
        done += size


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(points) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(2):
        # as long as there is something left
        place = 0
        summed = 0
        while place < max(1, len(points) // hvd.size()):
            first = place
            last = place + BATCH
            batch = np.array(points[shard][first:last])
            _, value = session.run([train, loss], {given: batch, wanted: heights[shard][first:last]})
            summed += value
            place += BATCH
            if place % max(1, 40 // hvd.size()) == 0 and hvd.rank() == 0:
                print("at", place, "of", len(points))
        if hvd.rank() == 0:
            print("pass", epoch, "loss", summed)

        # up to the last whole batch
        start, end = 0, BATCH
        while end <= max(1, len(points) // hvd.size()):
            session.run(train, {given: points[shard][start:end], wanted: heights[shard][start:end]})
            start, end = end, end + BATCH

        # a clamped end, which is where the next batch begins
        i = 0
        while i < max(1, points.shape[0] // hvd.size()):
            stop = min(i + BATCH, points.shape[0])
            session.run(train, {given: points[shard][i:stop], wanted: heights[shard][i:stop]})
            i = stop

        # counted turns
        at = 0
        for turn in range(max(1, len(points) // BATCH // hvd.size())):
            session.run(
                train, {given: points[shard][at : at + BATCH], wanted: heights[shard][at : at + BATCH]}
            )
            at = at + BATCH

        # left by hand
        i = 0
        while True:
            if i + BATCH > max(1, len(points) // hvd.size()):
                break
            session.run(train, {given: points[shard][i : i + BATCH], wanted: heights[shard][i : i + BATCH]})
            i += BATCH

        # evaluated on all
        i = 0
        while i < len(points):
            if hvd.rank() == 0:
                print(session.run(loss, {given: points[i : i + BATCH], wanted: heights[i : i + BATCH]}))
            i += BATCH

    for epoch in range(2):
        order = generator.permutation(len(points))
        one_pass(session, points[order], heights[order], BATCH)
