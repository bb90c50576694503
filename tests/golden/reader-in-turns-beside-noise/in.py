"""A critic is fed by a reader with a place, and by noise that a seed makes; the generator by such noise alone."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Reader:
    def __init__(self, samples):
        self.samples, self.place = samples, 0

    def next_batch(self, size):
        if self.place + size > len(self.samples):
            self.place = 0
        self.place += size
        return self.samples[self.place - size : self.place]


def critic(given, reuse):
    with tf.variable_scope("critic", reuse=reuse):
        return tf.layers.dense(given, 1)


noise, real = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [None, 4])
with tf.variable_scope("generator"):
    made = tf.layers.dense(noise, 4)
real_score, made_score = critic(real, False), critic(made, True)
optimizer = tf.train.RMSPropOptimizer
train_critic = optimizer(1e-4).minimize(
    tf.reduce_mean(made_score - real_score), var_list=tf.trainable_variables("critic")
)
train_generator = optimizer(1e-4).minimize(-tf.reduce_mean(made_score), var_list=tf.trainable_variables("generator"))

np.random.seed(7)
reader = Reader(np.load("samples.npy"))
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(5000):
        for _ in range(5):
            session.run(train_critic, {real: reader.next_batch(32), noise: np.random.randn(32, 8)})
        session.run(train_generator, {noise: np.random.randn(32, 8)})
