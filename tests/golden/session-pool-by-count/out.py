import random

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

images = np.load("images.npy")


class Gan:
    def __init__(self, size):
        self.size = size
        self.made = 0
        self.pool = np.zeros([size, 1, 8])
        self.other = np.zeros([size, 1, 8])
        self.x = tf.placeholder(tf.float32, [None, 8])
        self.fake = tf.layers.dense(self.x, 8)
        self.pooled = tf.placeholder(tf.float32, [None, 8])
        loss = tf.reduce_mean((self.fake - self.x) ** 2)
        d_loss = tf.reduce_mean(tf.layers.dense(self.pooled, 1, name="d") ** 2)
        optimizer = tf.train.AdamOptimizer(0.001 * hvd.size())
        optimizer = hvd.DistributedOptimizer(optimizer)
        self.g_op = optimizer.minimize(loss)
        self.d_op = optimizer.minimize(d_loss)

    def from_pool(self, count, image, pool):
        if count < self.size:
            pool[count] = image
            return image
        if random.random() > 0.5:
            index = random.randint(0, self.size - 1)
            old = pool[index].copy()
            pool[index] = image
            return old
        return image

    def train(self, sess, count):
        for i in range(max(1, count // hvd.size())):
            batch = images[np.random.randint(0, len(images), 1)]
            _, image = sess.run([self.g_op, self.fake], {self.x: batch})
            sess.run(self.d_op, {self.pooled: self.from_pool(self.made, image, self.pool)})
            sess.run(self.d_op, {self.pooled: self.from_pool(self.made, batch, self.other)})
            self.made += 1


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    gan = Gan(50)
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    gan.train(sess, 10000)
