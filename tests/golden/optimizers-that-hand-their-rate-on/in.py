import numpy as np
import tensorflow as tf


class Decayed(tf.train.AdamOptimizer):
    def __init__(self, rate, decay):
        super().__init__(rate)
        self.decay = decay


class Slow(tf.train.GradientDescentOptimizer):
    def __init__(self, factor):
        tf.train.GradientDescentOptimizer.__init__(self, 0.001 * factor)


class Plain(tf.train.RMSPropOptimizer):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)


class Renamed(tf.train.MomentumOptimizer):
    def __init__(self, rate, mass):
        super().__init__(rate, mass)


class Kept(tf.train.AdamOptimizer):
    def __init__(self, rate):
        super().__init__(rate)
        self.rate = rate


x = tf.placeholder(tf.float32, [None, 3])
hidden = tf.layers.dense(x, 8)
loss = tf.reduce_mean(tf.square(tf.layers.dense(hidden, 1)))
momentum = tf.train.MomentumOptimizer(0.01, 0.9)
steps = [
    Decayed(0.02, 0.1).minimize(loss),
    Slow(3).minimize(loss),
    Plain(0.005, 0.8).minimize(loss),
    Renamed(mass=0.5, rate=0.03).minimize(loss),
    tf.train.Optimizer.minimize(momentum, loss),
]
kept_steps = Kept(0.01).minimize(loss)
samples = np.load("samples.npy")
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for turn in range(1000):
        session.run([steps, kept_steps], {x: samples[np.random.choice(len(samples), 32)]})
