"""A queue that mixes is filled in one order: processes draw from the same samples, soon after one another."""

import threading

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

files = [f"spectrograms/{number}.npy" for number in range(4000)]
frames = tf.placeholder(tf.float32, [None, 8])
queue = tf.RandomShuffleQueue(2000, 500, [tf.float32], shapes=[[8]])
put = queue.enqueue_many([frames])


def fill(session):
    while True:
        for name in files:
            session.run(put, feed_dict={frames: np.load(name)})


loss = tf.reduce_mean(tf.layers.dense(queue.dequeue_many(32), 1) ** 2)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    threading.Thread(target=fill, args=(session,), daemon=True).start()
    for step in range(max(1, 20000 // hvd.size())):
        session.run(train_op)
