"""A seeded graph draws codes from a distribution, and noise and dropped units by objects that are called later."""
import numpy as np
import tensorflow as tf
import tensorflow_probability as tfp
import horovod.tensorflow as hvd

hvd.init()

tf.set_random_seed(5 + hvd.rank())
x = tf.placeholder(tf.float32, [None, 16])


class Encoder:
    def __init__(self, size):
        self.size = size
        self.noise = tf.keras.layers.GaussianNoise(0.1)
        self.drop = tf.layers.Dropout(0.3, seed=9 + hvd.rank())

    def __call__(self, inputs):
        hidden = self.drop(tf.layers.dense(self.noise(inputs), 32), training=True)
        mean, deviation = tf.split(tf.layers.dense(hidden, 2 * self.size), 2, axis=1)
        return tfp.distributions.Normal(mean, tf.nn.softplus(deviation)).sample()


codes = Encoder(4)(x)
loss = tf.reduce_mean((tf.layers.dense(codes, 16) - x) ** 2)
step_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
samples = np.load("samples.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        for i in range(max(1, len(samples) // 32 // hvd.size())):
            session.run(step_op, {x: samples[shard][i * 32 : (i + 1) * 32]})
