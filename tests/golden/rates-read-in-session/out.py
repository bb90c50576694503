"""A rate is read in the session, and a part of it is the new one: a variable that no sample changes is the same in all."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

tf.compat.v1.disable_eager_execution()


class Net:
    def __init__(self):
        self.x = tf.compat.v1.placeholder(tf.float32, [None, 3])
        self.y = tf.compat.v1.placeholder(tf.float32, [None, 1])
        self.rate = tf.Variable(0.001, trainable=False)
        self.new = tf.compat.v1.placeholder(tf.float32, [])
        self.update = tf.compat.v1.assign(self.rate, self.new)
        self.loss = tf.reduce_mean(tf.square(tf.compat.v1.layers.dense(self.x, 1) - self.y))
        self.train = hvd.DistributedOptimizer(tf.compat.v1.train.AdamOptimizer(self.rate * hvd.size())).minimize(self.loss)


net = Net()
x, y = np.load("x.npy"), np.load("y.npy")
config = tf.compat.v1.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.compat.v1.Session(config=config) as session:
    session.run(tf.compat.v1.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        for start in range(0, max(1, len(x) // hvd.size()), 10):
            fed = {net.x: x[shard][start : start + 10], net.y: y[shard][start : start + 10]}
            _, loss, rate = session.run([net.train, net.loss, net.rate], fed)
        if hvd.rank() == 0:
            print(epoch, loss, rate)
        if epoch < 5:
            session.run(net.update, {net.new: rate * 0.9})
        else:
            before = session.run(net.rate)
            session.run(net.update, {net.new: before * 0.5})
        net.rate.load(max(session.run(net.rate), 1e-6), session)
