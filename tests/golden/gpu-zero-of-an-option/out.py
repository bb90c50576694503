"""A device is named by an option whose default is the GPU that each process has."""
import argparse

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()
parser = argparse.ArgumentParser()
parser.add_argument("--gpu", type=int, default=0)
args = parser.parse_args()
samples = np.load("samples.npy")
with tf.device("/gpu:%d" % args.gpu):
    x = tf.placeholder(tf.float32, [None, 10])
    loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
    train_op = hvd.DistributedOptimizer(
        tf.train.AdamOptimizer(0.001 * hvd.size())
    ).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    for start in range(0, max(1, len(samples) // hvd.size()), 32):
        session.run(train_op, {x: samples[shard][start:start + 32]})
