"""A rate that each step lowers, from some step on, or by a factor: as much as the steps of all processes would."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Model:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 8])
        self.rate = tf.placeholder(tf.float32, [])
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 8) - self.x))
        self.train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(self.rate * hvd.size())).minimize(
            self.loss
        )
        config = tf.ConfigProto()
        config.gpu_options.visible_device_list = str(hvd.local_rank())
        self.sess = tf.Session(config=config)
        self.sess.run(tf.global_variables_initializer())
        self.sess.run(hvd.broadcast_global_variables(0))

    def train(self, batch, rate):
        self.sess.run(self.train_op, {self.x: batch, self.rate: rate})


def main():
    samples = np.load("samples.npy")
    model = Model()
    rate = 0.001
    decay = rate / 10000
    for step in range(max(1, 20000 // hvd.size())):
        model.train(samples[np.random.choice(len(samples), 32)], rate)
        if step >= 10000 // hvd.size():
            rate = max(0.0, rate - decay * hvd.size())
    rate = 0.0005
    for step in range(max(1, 10000 // hvd.size())):
        model.train(samples[np.random.choice(len(samples), 32)], rate)
        rate *= 0.9999 ** hvd.size()
        if step % max(1, 1000 // hvd.size()) == 0:
            rate /= 2


if __name__ == "__main__":
    main()
