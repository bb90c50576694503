import sys

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

start = int(sys.argv[1].split("-")[-1]) if len(sys.argv) > 1 else 0
steps = 60000
x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - y))
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(0.001 * hvd.size())
).minimize(loss)
saver = tf.train.Saver()


def train(session):
    batch = np.random.rand(32, 4)
    session.run(train_op, {x: batch, y: batch.sum(axis=1, keepdims=True)})


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    if len(sys.argv) > 1:
        saver.restore(session, sys.argv[1])
    else:
        session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))

    step = start
    while step < start + max(1, steps // hvd.size()):
        train(session)
        step += 1

    end = start + 2 * steps
    again = start
    while again < start + max(1, (end - start) // hvd.size()):
        train(session)
        again += 1

    first = start + 1
    for _ in range(first, start + max(1, steps // hvd.size()) + 1):
        train(session)
    for _ in range(first, first + max(1, (end + 1 - first) // hvd.size())):
        train(session)

    turn = start
    while turn < max(1, steps // hvd.size()):
        train(session)
        turn += 1
    if hvd.rank() == 0:
        saver.save(session, "model.ckpt")
