"""Each turn of an inner loop takes a step of another train op."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

samples = np.load("samples.npy").astype("float32")
x = tf.placeholder(tf.float32, [None, 5])
train_ops, losses = [None] * 3, [None] * 3
for i in range(3):
    losses[i] = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - i))
    train_ops[i] = hvd.DistributedOptimizer(
        tf.train.AdamOptimizer(0.001 * hvd.size())
    ).minimize(losses[i])

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 1000 // hvd.size())):
        for i, train_op in enumerate(train_ops):
            batch = samples[np.random.randint(len(samples), size=32)]
            _, value = sess.run([train_op, losses[i]], {x: batch})
            if hvd.rank() == 0:
                print(step, i, value)
