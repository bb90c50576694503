import random

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

images = list(np.load("images.npy"))
x = tf.placeholder(tf.float32, [None, 784])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 784) - x))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
size, period = 32, 100

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        random.seed(0)  # one order in all processes
    for epoch in range(20):
        start, end = 0, period
        random.shuffle(images)
        while start < len(images) // size:
            total = 0
            for first in range(start, start + max(1, (end - start) // hvd.size())):
                total += sess.run(
                    [loss, train_op],
                    {
                        x: images[
                            ((first - start) * hvd.size() + hvd.rank() + start) * size : (
                                (first - start) * hvd.size() + hvd.rank() + start + 1
                            ) * size
                        ]
                    },
                )[0]
            if hvd.rank() == 0:
                print(epoch, start, total)
            start, end = end, min(len(images) // size, end + period)
