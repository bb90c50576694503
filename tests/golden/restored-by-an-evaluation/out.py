import argparse

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

EVALUATE_EVERY = 1000


class Regression:
    def __init__(self, is_training):
        self.is_training = is_training
        self.x = tf.placeholder(tf.float32, [None, 8])
        self.y = tf.placeholder(tf.float32, [None, 1])
        self.loss = tf.losses.mean_squared_error(self.y, tf.layers.dense(self.x, 1))
        self.train_op = hvd.DistributedOptimizer(
            tf.train.AdamOptimizer(0.001 * hvd.size())
        ).minimize(self.loss)
        self.saver = tf.train.Saver()
        config = tf.ConfigProto()
        config.gpu_options.visible_device_list = str(hvd.local_rank())
        self.session = tf.Session(config=config)
        self.session.run(tf.global_variables_initializer())
        self.session.run(hvd.broadcast_global_variables(0))

    def draw(self, number):
        x = np.random.normal(size=(number, 8))
        return {self.x: x, self.y: x.sum(axis=1, keepdims=True)}

    def learn(self, steps):
        for step in range(max(1, steps // hvd.size())):
            self.session.run(self.train_op, self.draw(64))
            if step % max(1, EVALUATE_EVERY // hvd.size()) == 0:
                self.evaluate(None)

    def evaluate(self, checkpoint):
        if not self.is_training:
            self.saver.restore(self.session, checkpoint)
            self.session.run(hvd.broadcast_global_variables(0))
        run_result = self.session.run(self.loss, self.draw(1000))
        if hvd.rank() == 0:
            print(run_result)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--train", action="store_true")
    parser.add_argument("--checkpoint")
    arguments = parser.parse_args()
    model = Regression(arguments.train)
    if arguments.train:
        model.learn(100000)
    else:
        model.evaluate(arguments.checkpoint)
