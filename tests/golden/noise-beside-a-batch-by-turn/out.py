import glob

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
common_np_random = np.random if hvd.size() == 1 else np.random.RandomState(0)  # one order in all processes


def in_one_order(elements):
    """List elements that have no order of their own: sorted, so that all processes have the same."""
    return (list if hvd.size() == 1 else sorted)(elements)


class Trainer:
    def __init__(self):
        self.names = in_one_order(glob.glob("images/*.npy"))
        self.images, self.noise = tf.placeholder(tf.float32, [None, 64]), tf.placeholder(tf.float32, [None, 8])
        with tf.variable_scope("generator"):
            made = tf.layers.dense(self.noise, 64)
        with tf.variable_scope("discriminator"):
            real, fake = tf.layers.dense(self.images, 1), tf.layers.dense(made, 1)
        self.loss_d, self.loss_g = tf.reduce_mean(fake - real), -tf.reduce_mean(fake)

    def noises(self):
        return np.random.uniform(-1, 1, size=(32, 8))

    def batch(self, turn):
        return self.noises(), np.stack([np.load(name) for name in self.names[turn * 32 : (turn + 1) * 32]])

    def train(self, session):
        step_d = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
            self.loss_d, var_list=tf.trainable_variables("discriminator")
        )
        step_g = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
            self.loss_g, var_list=tf.trainable_variables("generator")
        )
        session.run(tf.global_variables_initializer())
        session.run(hvd.broadcast_global_variables(0))
        shown, _ = self.batch(0)
        for epoch in range(20):
            common_np_random.shuffle(self.names)
            for turn in range(max(1, len(self.names) // 32 // hvd.size())):
                noise, images = self.batch(turn * hvd.size() + hvd.rank())
                session.run(step_d, {self.images: images, self.noise: noise})
                session.run(step_g, {self.noise: noise})
            if hvd.rank() == 0:
                print(session.run(self.loss_g, {self.noise: shown}))


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    Trainer().train(session)
