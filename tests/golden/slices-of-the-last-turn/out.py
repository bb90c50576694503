"""The last turn of a loop takes what is left: of the samples of a process, not also what is that of others."""

import pickle
import random

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

BATCH = 32
with open("sessions.pkl", "rb") as file:
    sessions = pickle.load(file)
if hvd.size() > 1:
    random.seed(0)  # one order in all processes
random.shuffle(sessions)
clicks, bought = zip(*sessions)
x = tf.placeholder(tf.float32, [None, 8])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean((tf.layers.dense(x, 1) - y) ** 2)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
batches = len(clicks) // BATCH
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(clicks) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(20):
        for turn in range(max(1, (batches + 1) // hvd.size())):
            if turn != batches // hvd.size():
                given = clicks[shard][turn * BATCH : (turn + 1) * BATCH]
                wanted = bought[shard][turn * BATCH : (turn + 1) * BATCH]
            else:
                given = clicks[shard][turn * BATCH :]
                wanted = bought[shard][turn * BATCH :]
            session.run(train_op, {x: given, y: wanted})
