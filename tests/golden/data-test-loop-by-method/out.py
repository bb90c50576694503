"""A model runs what its callers name: of two loops over batches one trains, and the other tests."""
import argparse

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Model:
    def __init__(self, weight):
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.weight = weight
        y = tf.layers.dense(self.x, 1, name="dense")
        self.scores = y * self.weight
        self.loss = tf.reduce_mean(self.scores ** 2)
        self.opt = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(
            self.loss
        )
        config = tf.ConfigProto()
        config.gpu_options.visible_device_list = str(hvd.local_rank())
        self.sess = tf.Session(config=config)
        self.sess.run(tf.global_variables_initializer())
        self.sess.run(hvd.broadcast_global_variables(0))

    def run(self, fetches, batch):
        return self.sess.run(fetches, feed_dict={self.x: batch})


parser = argparse.ArgumentParser()
parser.add_argument("--weight", type=float)
model = Model(parser.parse_args().weight)
train, test = np.load("train.npy"), np.load("test.npy")
shard = slice(hvd.rank(), len(train) // hvd.size() * hvd.size(), hvd.size())
for epoch in range(10):
    for i in range(max(1, len(train) // 32 // hvd.size())):
        model.run([model.opt, model.loss], train[shard][i * 32:(i + 1) * 32])
    errors = []
    for i in range(len(test) // 32):
        errors.append(model.run([model.loss, model.scores], test[i * 32:(i + 1) * 32])[0])
    if hvd.rank() == 0:
        print(epoch, np.mean(errors))
