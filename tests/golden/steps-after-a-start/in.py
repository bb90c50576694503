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
    for step in range(start + 1, start + steps + 1):
        train(session)
    saver.save(session, "model.ckpt", global_step=start + steps)

    last = start + steps + 1000
    for step in range(start + steps + 1, last + 1):
        train(session)
    saver.save(session, "tuned.ckpt")
