"""A trainer keeps the number of its batches: means, an array of losses and a rate that falls in each step go by it."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Trainer:
    def __init__(self, path, size=32):
        self.samples, self.size = np.load(path), size
        self.count = len(self.samples)
        self.batches = int(self.count / self.size)
        self.losses = np.zeros((20, max(1, self.batches // hvd.size())))
        self.rate, self.fall = 0.01, 0.01 / 5000
        self.x = tf.placeholder(tf.float32, [None, 8])
        self.now = tf.placeholder(tf.float32, [])
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 1) - 1.0))
        self.train_op = hvd.DistributedOptimizer(tf.train.MomentumOptimizer(self.now * hvd.size(), 0.9)).minimize(
            self.loss
        )

    def run(self):
        config = tf.ConfigProto()
        config.gpu_options.visible_device_list = str(hvd.local_rank())
        with tf.Session(config=config) as session:
            session.run(tf.global_variables_initializer())
            session.run(hvd.broadcast_global_variables(0))
            if hvd.size() > 1:
                np.random.seed(0)  # one order in all processes
            for epoch in range(20):
                total = 0.0
                order = np.random.permutation(self.count)
                shard = slice(hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size())
                for batch in range(max(1, self.batches // hvd.size())):
                    chosen = order[shard][batch * self.size : (batch + 1) * self.size]
                    feed = {self.x: self.samples[chosen], self.now: self.rate}
                    value, _ = session.run([self.loss, self.train_op], feed)
                    self.losses[epoch, batch] = value
                    total += value * self.size
                    self.rate = max(0.001, self.rate - self.fall * hvd.size())
                if hvd.rank() == 0:
                    print(epoch, total / max(1, self.count // hvd.size()), self.losses[epoch].mean())


Trainer("samples.npy").run()
