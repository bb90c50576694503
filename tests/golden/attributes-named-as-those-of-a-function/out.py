"""An object gets all names of a function as its attributes, the session and the train op among them."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class TrainData(object):
    def __init__(self, dictionary):
        self.config = None
        self.__dict__.update(dictionary)


def create_optimizers(loss, rate):
    return hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * hvd.size())).minimize(loss)


def train_model(train_data):
    td = train_data
    td.sess.run(tf.global_variables_initializer())
    td.sess.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(10):
        order = np.random.permutation(len(td.images))
        shard = slice(hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size())
        for i in range(max(1, len(td.images) // 32 // hvd.size())):
            batch = order[shard][i * 32 : (i + 1) * 32]
            _, value = td.sess.run([td.minimize, td.loss], {td.x: td.images[batch]})
        if hvd.rank() == 0:
            print(epoch, value)


def train():
    images = np.load("images.npy")
    session_config = tf.ConfigProto()
    session_config.gpu_options.visible_device_list = str(hvd.local_rank())
    sess = tf.Session(config=session_config)
    x = tf.placeholder(tf.float32, [None, 4])
    loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - 1.0))
    minimize = create_optimizers(loss, 0.001)
    data = TrainData(locals())
    train_model(data)


train()
