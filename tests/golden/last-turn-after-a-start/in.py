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

    end = start + steps
    for step in range(start, end):
        train(session)
        if step == end - 1:
            saver.save(session, "model.ckpt", global_step=end)
    for step in range(start, start + steps):
        train(session)
        if step == start + steps - 1:
            saver.save(session, "again.ckpt")
    for step in range(start + 1, start + steps + 1):
        train(session)
        if step == start + steps:
            saver.save(session, "next.ckpt")
    turn = start
    while turn < end:
        train(session)
        turn += 1
        if turn == end:
            saver.save(session, "last.ckpt")
