"""A checkpoint that a method restores: on the way to the training if it is asked for, or to test alone."""

import argparse
import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Network:
    def __init__(self, session):
        self.session = session
        self.x = tf.placeholder(tf.float32, [None, 8])
        self.loss = tf.reduce_mean(tf.layers.dense(self.x, 1) ** 2)
        self.step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(self.loss)
        tf.global_variables_initializer().run()
        hvd.broadcast_global_variables(0).run()
        self.saver = tf.train.Saver()

    def train(self, goes_on):
        data = np.load("signals.npy")
        if goes_on:
            if self.load("checkpoints") and hvd.rank() == 0:
                print("restored")
        self.session.run(hvd.broadcast_global_variables(0))
        shard = slice(hvd.rank(), len(data) // hvd.size() * hvd.size(), hvd.size())
        for epoch in range(10):
            for i in range(max(1, len(data) // 32 // hvd.size())):
                self.session.run(self.step, {self.x: data[shard][i * 32 : (i + 1) * 32]})
            if hvd.rank() == 0:
                self.saver.save(self.session, "checkpoints/model", global_step=epoch)

    def load(self, folder):
        found = tf.train.get_checkpoint_state(folder)
        if found and found.model_checkpoint_path:
            self.saver.restore(self.session, os.path.join(folder, os.path.basename(found.model_checkpoint_path)))
            return True
        return False


parser = argparse.ArgumentParser()
parser.add_argument("--train", action="store_true")
parser.add_argument("--resume", action="store_true")
options = parser.parse_args()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    network = Network(session)
    if options.train:
        network.train(options.resume)
    elif not network.load("checkpoints"):
        raise SystemExit("train first")
