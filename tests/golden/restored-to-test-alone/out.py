"""What a method restores, by branches that all return, is only tested: nothing is trained on it afterwards."""

import argparse

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Model:
    def __init__(self, session):
        self.session = session
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.y = tf.placeholder(tf.float32, [None, 1])
        self.loss = tf.reduce_mean((tf.layers.dense(self.x, 1) - self.y) ** 2)
        self.step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(self.loss)
        self.saver = tf.train.Saver()

    def train(self, x, y):
        self.session.run(tf.global_variables_initializer())
        self.session.run(hvd.broadcast_global_variables(0))
        shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
        for epoch in range(10):
            for start in range(0, max(1, len(x) // hvd.size()), 32):
                fed = {self.x: x[shard][start : start + 32], self.y: y[shard][start : start + 32]}
                self.session.run(self.step, fed)
            if hvd.rank() == 0:
                self.saver.save(self.session, "models/model", global_step=epoch)

    def load(self):
        found = tf.train.get_checkpoint_state("models")
        if found and found.model_checkpoint_path:
            self.saver.restore(self.session, found.model_checkpoint_path)
            return True
        else:
            return False


parser = argparse.ArgumentParser()
parser.add_argument("--train", action="store_true")
options = parser.parse_args()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    model = Model(session)
    x, y = np.load("x.npy"), np.load("y.npy")
    if options.train:
        model.train(x, y)
    else:
        if not model.load():
            raise Exception("train a model first")
        if hvd.rank() == 0:
            print(session.run(model.loss, {model.x: x, model.y: y}))
