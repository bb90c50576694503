"""Which iterator a graph has is told by a name that is handed on: it is not seen that validation reads the other one."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Data:
    def training(self):
        data = tf.data.Dataset.from_tensor_slices(np.load("train.npy"))
        if hvd.size() > 1:
            data = data.shard(hvd.size(), hvd.rank()).take(tf.data.experimental.cardinality(data) // hvd.size())
        return data.shuffle(100).batch(32).repeat().make_initializable_iterator()

    def validation(self):
        data = tf.data.Dataset.from_tensor_slices(np.load("valid.npy"))
        if hvd.size() > 1:
            data = data.shard(hvd.size(), hvd.rank()).take(tf.data.experimental.cardinality(data) // hvd.size())
        return data.batch(32).make_initializable_iterator()


class Net:
    def __init__(self, data, mode):
        self.mode = mode
        self.iterator = data.training() if self.mode == "train" else data.validation()
        self.loss = tf.reduce_mean(tf.layers.dense(self.iterator.get_next(), 1) ** 2)
        self.step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(self.loss)


def build(name):
    with tf.Graph().as_default():
        config = tf.ConfigProto()
        config.gpu_options.visible_device_list = str(hvd.local_rank())
        net, session = Net(Data(), name), tf.Session(config=config)
        session.run(tf.global_variables_initializer())
        session.run(hvd.broadcast_global_variables(0))
        session.run(net.iterator.initializer)
    return net, session


def evaluate(net, session):
    session.run(net.iterator.initializer)
    for step in range(10):
        session_run = session.run(net.loss)
        if hvd.rank() == 0:
            print(session_run)


net, session = build("train")
other, other_session = build("valid")
for epoch in range(10):
    for step in range(max(1, 100 // hvd.size())):
        session.run(net.step)
    evaluate(other, other_session)
