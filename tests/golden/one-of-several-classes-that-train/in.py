import sys
import numpy as np
import tensorflow as tf
from tensorflow.examples.tutorials.mnist import input_data


class GAN:
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 784])
        self.z = tf.placeholder(tf.float32, [None, 10])
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(self.z, 784) - self.x))

    def train(self):
        mnist = input_data.read_data_sets("./MNIST_data", one_hot=True)
        optim = tf.train.AdamOptimizer().minimize(self.loss)
        tf.global_variables_initializer().run()
        for id in range(100001):
            images, labels = mnist.train.next_batch(100)
            z = np.random.uniform(-1, 1, [100, 10]).astype(np.float32)
            self.sess.run(optim, feed_dict={self.x: images, self.z: z})


class VAE:
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 784])
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 784) - self.x))

    def train(self):
        mnist = input_data.read_data_sets("./MNIST_data", one_hot=True)
        optim = tf.train.AdamOptimizer().minimize(self.loss)
        tf.global_variables_initializer().run()
        for id in range(100001):
            images, labels = mnist.train.next_batch(100)
            self.sess.run(optim, feed_dict={self.x: images})


if __name__ == "__main__":
    with tf.Session() as sess:
        if sys.argv[1] == "gan":
            model = GAN(sess)
        else:
            model = VAE(sess)
        model.train()
