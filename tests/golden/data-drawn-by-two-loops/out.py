"""Two trainings that draw their samples by chance: the first decides nothing for the second."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

images = np.load("images.npy")
x = tf.placeholder(tf.float32, [None, 784])
y = tf.layers.dense(x, 1)
first = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-4 * hvd.size())).minimize(
    tf.reduce_mean(y)
)
second = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-4 * hvd.size())).minimize(
    tf.reduce_mean(y**2)
)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for _ in range(max(1, 100 // hvd.size())):
        batch = images[np.random.choice(len(images), 32)]
        sess.run(first, {x: batch})
    for _ in range(max(1, 1000 // hvd.size())):
        batch = images[np.random.choice(len(images), 32)]
        sess.run(second, {x: batch})
