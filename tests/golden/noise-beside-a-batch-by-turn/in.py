import glob

import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.names = glob.glob("images/*.npy")
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
        step_d = tf.train.AdamOptimizer(0.001).minimize(self.loss_d, var_list=tf.trainable_variables("discriminator"))
        step_g = tf.train.AdamOptimizer(0.001).minimize(self.loss_g, var_list=tf.trainable_variables("generator"))
        session.run(tf.global_variables_initializer())
        shown, _ = self.batch(0)
        for epoch in range(20):
            np.random.shuffle(self.names)
            for turn in range(len(self.names) // 32):
                noise, images = self.batch(turn)
                session.run(step_d, {self.images: images, self.noise: noise})
                session.run(step_g, {self.noise: noise})
            print(session.run(self.loss_g, {self.noise: shown}))


with tf.Session() as session:
    Trainer().train(session)
