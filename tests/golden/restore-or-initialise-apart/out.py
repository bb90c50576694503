"""Variables that are restored under one condition and initialised under another: there are none to broadcast between."""

import argparse

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

parser = argparse.ArgumentParser()
parser.add_argument("--load", action="store_true")
args = parser.parse_args()


class Trainer:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 8])
        loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 8) - self.x))
        self.train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
        self.saver = tf.train.Saver()
        config = tf.ConfigProto()
        config.gpu_options.visible_device_list = str(hvd.local_rank())
        self.sess = tf.Session(config=config)

    def load(self):
        self.saver.restore(self.sess, "model")

    def start(self):
        self.sess.run(tf.global_variables_initializer())
        self.sess.run(hvd.broadcast_global_variables(0))

    def train(self, samples):
        for _ in range(max(1, 1000 // hvd.size())):
            self.sess.run(self.train_op, {self.x: samples[np.random.choice(len(samples), 32)]})


if __name__ == "__main__":
    trainer = Trainer()
    if args.load:
        trainer.load()
        trainer.sess.run(hvd.broadcast_global_variables(0))
    if not args.load:
        trainer.start()
    trainer.train(np.load("samples.npy"))
