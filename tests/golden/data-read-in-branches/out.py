"""Each turn reads one set of samples or another, of which only one is there."""

import glob
import sys

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_eager_execution()
BATCH = 32


class Painter:
    def __init__(self, session, kind):
        self.session = session
        self.kind = kind
        if kind == "digits":
            self.digits = np.load("digits.npy")
        else:
            self.paths = sorted(glob.glob(kind + "/*.npy"))
        self.images = tf.placeholder(tf.float32, [None, 64])
        loss = tf.reduce_mean(tf.square(tf.layers.dense(self.images, 64) - self.images))
        self.train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(2e-4 * hvd.size())).minimize(
            loss
        )

    def train(self, epochs):
        self.session.run(tf.global_variables_initializer())
        self.session.run(hvd.broadcast_global_variables(0))
        for epoch in range(epochs):
            if self.kind == "digits":
                turns = len(self.digits) // BATCH
            else:
                turns = len(self.paths) // BATCH
            for turn in range(max(1, turns // hvd.size())):
                if self.kind == "digits":
                    batch = self.digits[
                        (turn * hvd.size() + hvd.rank()) * BATCH : (
                            turn * hvd.size() + hvd.rank() + 1
                        ) * BATCH
                    ]
                else:
                    batch = [
                        np.load(path)
                        for path in self.paths[
                            (turn * hvd.size() + hvd.rank()) * BATCH : (
                                turn * hvd.size() + hvd.rank() + 1
                            ) * BATCH
                        ]
                    ]
                self.session.run(self.train_op, feed_dict={self.images: batch})
            if hvd.rank() == 0:
                print("epoch", epoch)


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    Painter(sess, sys.argv[1]).train(5)
