"""A function that takes the step is told its turn: the rate and the period of its messages count the steps of all processes."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

x = np.load("x.npy")
images = tf.placeholder(tf.float32, [None, 784])
rate = tf.placeholder(tf.float32, [])
loss = tf.reduce_mean(tf.layers.dense(images, 10) ** 2)
train_op = hvd.DistributedOptimizer(tf.train.MomentumOptimizer(rate * hvd.size(), 0.9)).minimize(loss)


def train_step(session, step):
    batch = x[np.random.choice(len(x), 32)]
    lr = 0.1 * 0.5 ** (step * hvd.size() // 10000)
    _, value = session.run([train_op, loss], {images: batch, rate: lr})
    if step % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
        print(step, value)


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 100000 // hvd.size())):
        train_step(session, step)
