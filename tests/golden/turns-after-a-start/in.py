import sys

import numpy as np
import tensorflow as tf

start = int(sys.argv[1].split("-")[-1]) if len(sys.argv) > 1 else 0
steps = 60000
x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - y))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
saver = tf.train.Saver()


def train(session):
    batch = np.random.rand(32, 4)
    session.run(train_op, {x: batch, y: batch.sum(axis=1, keepdims=True)})


with tf.Session() as session:
    if len(sys.argv) > 1:
        saver.restore(session, sys.argv[1])
    else:
        session.run(tf.global_variables_initializer())

    step = start
    while step < start + steps:
        train(session)
        step += 1

    end = start + 2 * steps
    again = start
    while again < end:
        train(session)
        again += 1

    first = start + 1
    for _ in range(first, start + steps + 1):
        train(session)
    for _ in range(first, end + 1):
        train(session)

    turn = start
    while turn < steps:
        train(session)
        turn += 1
    saver.save(session, "model.ckpt")
