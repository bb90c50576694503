"""A graph whose seed is a number draws what its generator makes images of, and the seeds of its weights are left."""
import argparse

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

parser = argparse.ArgumentParser()
parser.add_argument("--seed", type=int, default=3)
args = parser.parse_args()
tf.set_random_seed(args.seed + hvd.rank())


def weights(shape):
    return tf.Variable(tf.random_normal(shape, stddev=0.02, seed=7))


def discriminator(images):
    with tf.variable_scope("discriminator", reuse=tf.AUTO_REUSE):
        return tf.layers.dense(images, 1)


images = tf.placeholder(tf.float32, [32, 64])
codes = tf.random_normal([32, 16])
fakes = tf.matmul(codes, weights([16, 64]))
real, fake = discriminator(images), discriminator(fakes)
d_loss = tf.reduce_mean(tf.nn.softplus(fake) + tf.nn.softplus(-real))
g_loss = tf.reduce_mean(tf.nn.softplus(-fake))
d_variables = tf.trainable_variables("discriminator")
g_variables = [each for each in tf.trainable_variables() if each not in d_variables]
d_step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.0002 * hvd.size())).minimize(d_loss, var_list=d_variables)
g_step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.0002 * hvd.size())).minimize(g_loss, var_list=g_variables)
samples = np.load("images.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(20):
        for i in range(max(1, len(samples) // 32 // hvd.size())):
            batch = {images: samples[shard][i * 32 : (i + 1) * 32]}
            session.run(d_step, batch)
            session.run(g_step, batch)
