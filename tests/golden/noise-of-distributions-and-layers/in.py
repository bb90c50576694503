"""A seeded graph draws codes from a distribution, and noise and dropped units by objects that are called later."""
import numpy as np
import tensorflow as tf
import tensorflow_probability as tfp

tf.set_random_seed(5)
x = tf.placeholder(tf.float32, [None, 16])


class Encoder:
    def __init__(self, size):
        self.size = size
        self.noise = tf.keras.layers.GaussianNoise(0.1)
        self.drop = tf.layers.Dropout(0.3, seed=9)

    def __call__(self, inputs):
        hidden = self.drop(tf.layers.dense(self.noise(inputs), 32), training=True)
        mean, deviation = tf.split(tf.layers.dense(hidden, 2 * self.size), 2, axis=1)
        return tfp.distributions.Normal(mean, tf.nn.softplus(deviation)).sample()


codes = Encoder(4)(x)
loss = tf.reduce_mean((tf.layers.dense(codes, 16) - x) ** 2)
step_op = tf.train.AdamOptimizer(0.001).minimize(loss)
samples = np.load("samples.npy")
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        for i in range(len(samples) // 32):
            session.run(step_op, {x: samples[i * 32 : (i + 1) * 32]})
