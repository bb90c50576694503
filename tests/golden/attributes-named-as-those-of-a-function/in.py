"""An object gets all names of a function as its attributes, the session and the train op among them."""

import numpy as np
import tensorflow as tf


class TrainData(object):
    def __init__(self, dictionary):
        self.config = None
        self.__dict__.update(dictionary)


def create_optimizers(loss, rate):
    return tf.train.AdamOptimizer(rate).minimize(loss)


def train_model(train_data):
    td = train_data
    td.sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        order = np.random.permutation(len(td.images))
        for i in range(len(td.images) // 32):
            batch = order[i * 32 : (i + 1) * 32]
            _, value = td.sess.run([td.minimize, td.loss], {td.x: td.images[batch]})
        print(epoch, value)


def train():
    images = np.load("images.npy")
    sess = tf.Session()
    x = tf.placeholder(tf.float32, [None, 4])
    loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - 1.0))
    minimize = create_optimizers(loss, 0.001)
    data = TrainData(locals())
    train_model(data)


train()
