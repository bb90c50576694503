"""A writer that only rank 0 has is given to an object of the project, whose methods use it."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Model:
    def __init__(self, sess, writer):
        self.sess, self.writer = sess, writer
        self.x = tf.placeholder(tf.float32, [None, 5])
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 1)))
        self.train_op = hvd.DistributedOptimizer(
            tf.train.AdamOptimizer(0.1 * hvd.size())
        ).minimize(self.loss)
        tf.summary.scalar("loss", self.loss)
        self.summaries = tf.summary.merge_all()

    def step(self, batch, number):
        _, summary = self.sess.run([self.train_op, self.summaries], {self.x: batch})
        if number % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
            self.writer.add_summary(summary, number)


class Runner:
    def __init__(self):
        config = tf.ConfigProto()
        config.gpu_options.visible_device_list = str(hvd.local_rank())
        self.sess = tf.Session(config=config)
        self.writer = (
            tf.summary.FileWriter("logs", graph=self.sess.graph) if hvd.rank() == 0 else None
        )
        self.model = Model(self.sess, self.writer)
        self.sess.run(tf.global_variables_initializer())
        self.sess.run(hvd.broadcast_global_variables(0))

    def train(self):
        x = np.load("x.npy")
        for number in range(max(1, 1000 // hvd.size())):
            self.model.step(x[np.random.choice(len(x), 32)], number)


Runner().train()
