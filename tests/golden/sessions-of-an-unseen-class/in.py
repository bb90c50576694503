import numpy as np
import tensorflow as tf
from tensorbase.base import Model


class Net(Model):
    def _data(self):
        self.x = tf.placeholder(tf.float32, [None, 10])
        self.y = tf.placeholder(tf.float32, [None, 1])

    def _optimizer(self):
        self.cost = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 1) - self.y))
        self.optimizer = tf.train.AdamOptimizer(1e-3).minimize(self.cost)

    def train(self):
        x, y = np.load("x.npy"), np.load("y.npy")
        for i in range(100):
            self.sess.run([self.cost, self.optimizer], {self.x: x[i * 32:i * 32 + 32], self.y: y[i * 32:i * 32 + 32]})


def main():
    net = Net({"lr": 1e-3})
    net.train()


if __name__ == "__main__":
    main()
