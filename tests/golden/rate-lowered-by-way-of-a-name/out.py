"""A rate that each step lowers, whose next value has a name before it is held above a floor."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()
x, rate = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 8) - x))
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * hvd.size())).minimize(loss)
samples = np.load("samples.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    current = 0.001
    for turn in range(max(1, 20000 // hvd.size())):
        batch = samples[np.random.choice(len(samples), 32)]
        session.run(step, {x: batch, rate: current})
        lower = current - 1e-7 * hvd.size()
        current = max(lower, 1e-5)
