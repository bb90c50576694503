"""Periods that are tested only at the turns of another one: the steps of each process must meet both."""

import argparse
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
parser = argparse.ArgumentParser()
parser.add_argument("--show", type=int, default=100)
parser.add_argument("--save", type=int, default=1000)
args = parser.parse_args()
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.layers.dense(x, 1))
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1 * hvd.size())).minimize(loss)
saver = tf.train.Saver()
data = np.load("x.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for i in range(max(1, 10000 // hvd.size())):
        sess.run(step, {x: data[np.random.choice(len(data), 16)]})
        if hvd.rank() == 0:
            if i % max(1, 100 // hvd.size()) == 0:
                print(i)
                if i % (10 * max(1, 100 // hvd.size())) == 0:
                    saver.save(sess, "a")
            if i % max(1, args.show // hvd.size()) == 0:
                print(i)
                if i % (max(1, args.show // hvd.size()) * max(1, args.save // args.show)) == 0 and i > 0:
                    saver.save(sess, "b")
                if i > 0 and i % (10 * max(1, args.show // hvd.size())) == 0:
                    saver.save(sess, "c")
