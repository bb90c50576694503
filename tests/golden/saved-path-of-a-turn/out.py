"""What a saver has written last, under a time and the turn of a loop, is restored in another session by the path that it gives."""

import os
import time

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()


def of_rank_zero(value):
    """Give every process the value that rank 0 has."""
    config = tf.ConfigProto(device_count={"GPU": 0})
    with tf.Graph().as_default():
        with tf.Session(config=config) as session:
            return hvd.broadcast_object(value, root_rank=0, session=session)


def barrier():
    """Wait until every process has come here."""
    config = tf.ConfigProto(device_count={"GPU": 0})
    with tf.Graph().as_default():
        with tf.Session(config=config) as session:
            session.run(hvd.broadcast(0, root_rank=0, name="barrier"))


x, y = np.load("x.npy"), np.load("y.npy")
shown, wanted = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(shown, 1) - wanted))
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
saver = tf.train.Saver()
folder = os.path.join("runs", str(int(of_rank_zero(time.time()))))

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for epoch in range(10):
        for _ in range(max(1, 100 // hvd.size())):
            chosen = np.random.choice(len(x), 32)
            session.run(step, {shown: x[chosen], wanted: y[chosen]})
        path = (
            saver.save(session, os.path.join(folder, "model"), global_step=epoch + 1)
            if hvd.rank() == 0
            else "%s-%d" % (os.path.join(folder, "model"), epoch + 1)
        )

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
barrier()  # until rank 0 has written the files
with tf.Session(config=config) as session:
    saver.restore(session, path)
    if hvd.rank() == 0:
        print(session.run(loss, {shown: x, wanted: y}))
