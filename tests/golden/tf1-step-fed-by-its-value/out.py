"""A weight that is fed is computed, in the dictionary itself, from what the session gives for the global step."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

BATCH = 32
samples, targets = np.load("x.npy"), np.load("y.npy")
x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
weight = tf.placeholder(tf.float32, [])
global_step = tf.train.get_or_create_global_step()
loss = tf.reduce_mean((tf.layers.dense(x, 1) - y) ** 2) * weight
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(
    loss, global_step=global_step
)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    step = 0
    for epoch in range(10):
        for i in range(max(1, len(samples) // BATCH // hvd.size())):
            some = slice((i * hvd.size() + hvd.rank()) * BATCH, (i * hvd.size() + hvd.rank() + 1) * BATCH)
            fed = {x: samples[some], y: targets[some], weight: min(1.0, step * hvd.size() / 1000)}
            _, step = session.run([train, global_step], fed)
            if step % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
                print("step", step)
