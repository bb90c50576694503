import os
import sys

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def create_dirs(folders):
    try:
        if hvd.rank() == 0:
            for folder in folders:
                if not os.path.exists(folder):
                    os.makedirs(folder)
        return 0
    except Exception as error:
        if hvd.rank() == 0:
            print("could not make the folders:", error)
        exit(-1)


def create_once(folder):
    try:
        if hvd.rank() == 0:
            os.mkdir(folder)
    except FileExistsError:
        if hvd.rank() == 0:
            print("the folder is there")
        sys.exit("choose another one")


class Trainer:
    def __init__(self, session, rate):
        self.session = session
        self.x = tf.placeholder(tf.float32, [None, 8])
        self.loss = tf.reduce_mean(tf.layers.dense(self.x, 1) ** 2)
        self.train_op = hvd.DistributedOptimizer(
            tf.train.AdamOptimizer(rate * hvd.size())
        ).minimize(self.loss)
        self.session.run(tf.global_variables_initializer())
        self.session.run(hvd.broadcast_global_variables(0))

    def train(self, samples, epochs):
        for _ in range(epochs):
            for _ in range(max(1, len(samples) // 32 // hvd.size())):
                batch = samples[np.random.choice(len(samples), 32)]
                self.session.run(self.train_op, {self.x: batch})


def main():
    create_once("run")
    create_dirs(["run/summaries", "run/checkpoints"])
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    trainer = Trainer(tf.Session(config=config), 0.01)
    trainer.train(np.load("samples.npy"), 5)


if __name__ == "__main__":
    main()
