"""Train a regression, and show the mean loss of a period where the model is saved, and where it is compared."""

import random

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Regression:
    def __init__(self, save_every=100, compare_every=1000):
        self.save_every = save_every
        self.compare_every = compare_every
        self.samples = list(np.load("samples.npy"))
        self.x = tf.placeholder(tf.float32, [None, 8])
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 1) - 1.0))
        self.train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(self.loss)
        self.saver = tf.train.Saver()

    def train(self, session, steps):
        total = 0.0
        for step in range(1, max(1, steps // hvd.size()) + 1):
            batch = random.sample(self.samples, 32)
            loss, _ = session.run([self.loss, self.train_op], {self.x: batch})
            total += loss
            if hvd.rank() == 0:
                if step % max(1, self.save_every // hvd.size()) == 0:
                    self.saver.save(session, "saved/model")
                    print(step, total / max(1, self.save_every // hvd.size()))
                if step % max(1, self.compare_every // hvd.size()) == 0:
                    print("compared", step, total / max(1, self.save_every // hvd.size()))
            if step % max(1, self.save_every // hvd.size()) == 0:
                total = 0.0


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    regression = Regression()
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    regression.train(session, 50000)
