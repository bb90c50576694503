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

    end = start + steps
    for step in range(start, start + max(1, (end - start) // hvd.size())):
        train(session)
        if (
            step == start + max(1, (end - start) // hvd.size()) - 1
            and hvd.rank() == 0
        ):
            saver.save(session, "model.ckpt", global_step=end)
    for step in range(start, start + max(1, steps // hvd.size())):
        train(session)
        if step == start + max(1, steps // hvd.size()) - 1 and hvd.rank() == 0:
            saver.save(session, "again.ckpt")
    for step in range(start + 1, start + max(1, steps // hvd.size()) + 1):
        train(session)
        if step == start + max(1, steps // hvd.size()) and hvd.rank() == 0:
            saver.save(session, "next.ckpt")
    turn = start
    while turn < start + max(1, (end - start) // hvd.size()):
        train(session)
        turn += 1
        if (
            turn == start + max(1, (end - start) // hvd.size())
            and hvd.rank() == 0
        ):
            saver.save(session, "last.ckpt")
