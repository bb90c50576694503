"""A trainer draws what it tests by, and makes its graph, when it is made; it trains later."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Trainer:
    def __init__(self, path):
        words = np.load(path)
        order = np.random.permutation(len(words))
        self.train, self.test = words[order[:-100]], words[order[-100:]]
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 4) - self.x))
        self.train_op = hvd.DistributedOptimizer(
            tf.train.AdamOptimizer(0.01 * hvd.size())
        ).minimize(self.loss)

    def run(self, steps):
        config = tf.ConfigProto()
        config.gpu_options.visible_device_list = str(hvd.local_rank())
        with tf.Session(config=config) as session:
            session.run(tf.global_variables_initializer())
            session.run(hvd.broadcast_global_variables(0))
            if hvd.size() > 1:
                np.random.seed(hvd.rank())
            for step in range(max(1, steps // hvd.size())):
                chosen = np.random.choice(len(self.train), 32)
                session.run(self.train_op, {self.x: self.train[chosen]})
            if hvd.rank() == 0:
                print(session.run(self.loss, {self.x: self.test}))


if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
trainer = Trainer("words.npy")
trainer.run(1000)
