"""A model is saved when so many batches have been counted, and the count is put back then: with fewer batches it comes as often."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)


def batches(path):
    batch = []
    for line in open(path):
        batch.append([float(each) for each in line.split()])
        if len(batch) == 10:
            yield batch
            batch = []


saver = tf.train.Saver()

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for epoch in range(10):
        count = 0
        for batch in own_items(batches("train.txt")):
            sess.run(step, {x: batch})
            count += 1
            if count >= max(1, 100 // hvd.size()):
                if hvd.rank() == 0:
                    saver.save(sess, "model")
                count = 0
