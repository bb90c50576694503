"""Batches are read at places that a graph's training loops add to, in the ways in which that is written."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

BATCH = 8
generator = np.random.RandomState(7)
points = generator.uniform(-1, 1, (100, 3)).astype("float32")
heights = points.sum(axis=1, keepdims=True)

given = tf.placeholder(tf.float32, [None, 3])
wanted = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(given, 1) - wanted))
train = tf.train.GradientDescentOptimizer(0.05).minimize(loss)


def one_pass(session, samples, targets, size):
    done = 0
    total = samples.shape[0]
    while done < total:
        session.run(train, {given: samples[done : done + size], wanted: targets[done : done + size]})
        done += size


with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(2):
        # as long as there is something left
        place = 0
        summed = 0
        while place < len(points):
            first = place
            last = place + BATCH
            batch = np.array(points[first:last])
            _, value = session.run([train, loss], {given: batch, wanted: heights[first:last]})
            summed += value
            place += BATCH
            if place % 40 == 0:
                print("at", place, "of", len(points))
        print("pass", epoch, "loss", summed)

        # up to the last whole batch
        start, end = 0, BATCH
        while end <= len(points):
            session.run(train, {given: points[start:end], wanted: heights[start:end]})
            start, end = end, end + BATCH

        # a clamped end, which is where the next batch begins
        i = 0
        while i < points.shape[0]:
            stop = min(i + BATCH, points.shape[0])
            session.run(train, {given: points[i:stop], wanted: heights[i:stop]})
            i = stop

        # counted turns
        at = 0
        for turn in range(len(points) // BATCH):
            session.run(train, {given: points[at : at + BATCH], wanted: heights[at : at + BATCH]})
            at = at + BATCH

        # left by hand
        i = 0
        while True:
            if i + BATCH > len(points):
                break
            session.run(train, {given: points[i : i + BATCH], wanted: heights[i : i + BATCH]})
            i += BATCH

        # evaluated on all
        i = 0
        while i < len(points):
            print(session.run(loss, {given: points[i : i + BATCH], wanted: heights[i : i + BATCH]}))
            i += BATCH

    for epoch in range(2):
        order = generator.permutation(len(points))
        one_pass(session, points[order], heights[order], BATCH)
