"""A run fetches what adds one to the number of steps, which the rate goes by, and the loop saves by that."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

data = np.load("x.npy")
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
steps = tf.Variable(0, trainable=False)
counted = steps.assign_add(1)
rate = tf.train.exponential_decay(0.1 * hvd.size(), steps, 1000 / hvd.size(), 0.9)
op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate)).minimize(loss)
saver = tf.train.Saver()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(10):
        order = np.random.permutation(len(data))
        shard = slice(hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size())
        for start in range(0, max(1, len(data) // hvd.size()), 32):
            _, step = session.run([op, counted], {x: data[order[shard][start : start + 32]]})
            if step % max(1, 500 // hvd.size()) == max(1, 500 // hvd.size()) - 1 and hvd.rank() == 0:
                saver.save(session, "model/net", global_step=step)
