"""A folder named by options, and scopes and variables of a graph whose names look as it may: none of them is read."""

import argparse
import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

parser = argparse.ArgumentParser()
parser.add_argument("--dataset")
parser.add_argument("--folder")
options = parser.parse_args()
folder = options.dataset + "_" + options.folder
if not os.path.isdir(folder) and hvd.rank() == 0:
    os.makedirs(folder)
log = open(os.path.join(folder, "log.txt") if hvd.rank() == 0 else os.devnull, "w")
data = np.load("signals.npy")
x = tf.placeholder(tf.float32, [None, 8])
with tf.variable_scope("first_layer"):
    w = tf.get_variable("first_weights", [8, 1])
    steps = tf.Variable(0, name="all_steps", trainable=False)
with tf.name_scope("last_layer"):
    loss = tf.reduce_mean(tf.matmul(x, w) ** 2)
tf.summary.scalar("mean_loss", loss)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss, global_step=steps)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(data) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        for i in range(max(1, len(data) // 32 // hvd.size())):
            _, value = session.run([train_op, loss], {x: data[shard][i * 32 : (i + 1) * 32]})
        log.write("%f\n" % value)
log.close()
