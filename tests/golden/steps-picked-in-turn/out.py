"""Which of several train ops a step runs is told by its number, which is the same in all processes."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

inputs, updates = [], []
optimizer = tf.train.AdamOptimizer(0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer)
weights = tf.get_variable("weights", [8, 1])
for size in (10, 20):
    x = tf.placeholder(tf.float32, [None, size, 8])
    loss = tf.reduce_mean(tf.square(tf.tensordot(x, weights, 1)))
    inputs.append(x)
    updates.append(optimizer.minimize(loss))

data = [np.load("short.npy"), np.load("long.npy")]
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 10000 // hvd.size())):
        k = (step * hvd.size() + hvd.rank()) % 2
        chosen = np.random.randint(0, len(data[k]), 32)
        sess.run(updates[k], {inputs[k]: data[k][chosen]})
