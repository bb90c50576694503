import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Decayed(tf.train.AdamOptimizer):
    def __init__(self, rate, decay):
        super().__init__(rate * hvd.size())
        self.decay = decay


class Slow(tf.train.GradientDescentOptimizer):
    def __init__(self, factor):
        tf.train.GradientDescentOptimizer.__init__(self, 0.001 * factor * hvd.size())


class Plain(tf.train.RMSPropOptimizer):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)


class Renamed(tf.train.MomentumOptimizer):
    def __init__(self, rate, mass):
        super().__init__(rate * hvd.size(), mass)


class Kept(tf.train.AdamOptimizer):
    def __init__(self, rate):
        super().__init__(rate)
        self.rate = rate


x = tf.placeholder(tf.float32, [None, 3])
hidden = tf.layers.dense(x, 8)
loss = tf.reduce_mean(tf.square(tf.layers.dense(hidden, 1)))
momentum = tf.train.MomentumOptimizer(0.01 * hvd.size(), 0.9)
momentum = hvd.DistributedOptimizer(momentum)
steps = [
    hvd.DistributedOptimizer(Decayed(0.02, 0.1)).minimize(loss),
    hvd.DistributedOptimizer(Slow(3)).minimize(loss),
    hvd.DistributedOptimizer(Plain(0.005 * hvd.size(), 0.8)).minimize(loss),
    hvd.DistributedOptimizer(Renamed(mass=0.5, rate=0.03)).minimize(loss),
    tf.train.Optimizer.minimize(momentum, loss),
]
kept_steps = hvd.DistributedOptimizer(Kept(0.01)).minimize(loss)
samples = np.load("samples.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for turn in range(max(1, 1000 // hvd.size())):
        session.run([steps, kept_steps], {x: samples[np.random.choice(len(samples), 32)]})
