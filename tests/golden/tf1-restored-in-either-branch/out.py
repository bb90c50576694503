"""A model is trained on from one checkpoint or from another, before which it is trained once more."""

import argparse

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

parser = argparse.ArgumentParser()
parser.add_argument("--finetune", action="store_true")
args = parser.parse_args()
data = np.load("data.npy")
x = tf.placeholder(tf.float32, [None, 4])
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(
    tf.reduce_mean(tf.layers.dense(x, 1))
)
saver = tf.train.Saver()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    if args.finetune:
        saver.restore(sess, "model/pretrained")
        sess.run(hvd.broadcast_global_variables(0))
    else:
        saver.restore(sess, "model/first")
        sess.run(hvd.broadcast_global_variables(0))
        for step in range(max(1, 1000 // hvd.size())):
            sess.run(train, {x: data[np.random.choice(len(data), 32)]})
    for step in range(max(1, 1000 // hvd.size())):
        sess.run(train, {x: data[np.random.choice(len(data), 32)]})
    if hvd.rank() == 0:
        saver.save(sess, "trained/model")
