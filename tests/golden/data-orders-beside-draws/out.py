"""Shuffles beside noise from the same generator, and a seed that only one of two kinds of data gets."""

import sys

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()
common_np_random = np.random if hvd.size() == 1 else np.random.RandomState(0)  # one order in all processes


class Forger:
    def __init__(self, kind):
        if kind == "digits":
            self.images = self.digits()
        else:
            self.images = np.load("faces.npy")
            common_np_random.shuffle(self.images)
        self.image = tf.placeholder(tf.float32, [None, 4])
        self.noise = tf.placeholder(tf.float32, [None, 4])
        loss = tf.reduce_mean((tf.layers.dense(self.noise, 4) - self.image) ** 2)
        self.step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)

    def digits(self):
        images = np.load("digits.npy")
        np.random.seed(547)
        np.random.shuffle(images)
        return images

    def mix(self):
        common_np_random.shuffle(self.images)

    def train(self, epochs):
        config = tf.ConfigProto()
        config.gpu_options.visible_device_list = str(hvd.local_rank())
        with tf.Session(config=config) as session:
            session.run(tf.global_variables_initializer())
            session.run(hvd.broadcast_global_variables(0))
            shard = slice(hvd.rank(), len(self.images) // hvd.size() * hvd.size(), hvd.size())
            if hvd.size() > 1:
                np.random.seed(547 + hvd.rank())
            for epoch in range(epochs):
                self.mix()
                for i in range(0, max(1, len(self.images) // hvd.size()), 8):
                    noise = np.random.uniform(-1, 1, [8, 4])
                    session.run(self.step, {self.image: self.images[shard][i:i + 8], self.noise: noise})


Forger(sys.argv[1]).train(10)
