"""A model that restores itself in the session that it is given: one is given none, the other the one that trains."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Model:
    def __init__(self, width, restore=None, sess=None):
        self.x = tf.placeholder(tf.float32, [None, 8])
        self.loss = tf.reduce_mean(tf.layers.dense(self.x, width))
        if restore:
            saver = tf.train.Saver()
            saver.restore(sess, tf.train.latest_checkpoint(restore))
            sess.run(hvd.broadcast_global_variables(0))


x = np.load("x.npy")
student = Model(4)
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1 * hvd.size())).minimize(student.loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    teacher = Model(4, "old", sess)
    for i in range(max(1, 100 // hvd.size())):
        batch = np.random.choice(len(x), 16)
        sess.run(step, {student.x: x[batch]})
