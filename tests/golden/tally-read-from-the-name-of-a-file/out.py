import os

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()


class Trainer:
    """Counts its steps, and reads from the name of a checkpoint at which it goes on."""

    def __init__(self, session, folder):
        self.session, self.folder, self.step = session, folder, 0
        self.x = tf.placeholder(tf.float32, [None, 8])
        loss = tf.reduce_mean(tf.layers.dense(self.x, 1) ** 2)
        self.train = hvd.DistributedOptimizer(
            tf.train.AdamOptimizer(1e-3 * hvd.size())
        ).minimize(loss)
        self.saver = tf.train.Saver()

    def keep(self, step):
        if np.mod(step, 1000) == 0:
            self.saver.save(self.session, os.path.join(self.folder, "model"), global_step=step)

    def load(self):
        found = tf.train.latest_checkpoint(self.folder)
        if found:
            self.saver.restore(self.session, found)
            self.step = int(found.split("-")[-1])

    def run(self, data, steps):
        self.session.run(tf.global_variables_initializer())
        self.load()
        self.session.run(hvd.broadcast_global_variables(0))
        self.step = int(self.session.run(hvd.broadcast(self.step, root_rank=0, name="step")))  # where rank 0 goes on
        while self.step < max(1, steps // hvd.size()):
            self.session.run(self.train, {self.x: data[np.random.choice(len(data), 32)]})
            if hvd.rank() == 0:
                self.keep(self.step * hvd.size())
            self.step += 1
        if hvd.rank() == 0:
            self.keep(steps)


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    Trainer(session, "models").run(np.load("x.npy"), 20000)
