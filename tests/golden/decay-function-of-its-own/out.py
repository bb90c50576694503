"""Functions that train ops of tf.contrib are given compute rates by the step by themselves."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

images = np.load("images.npy")
x = tf.placeholder(tf.float32, [None, 5])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
other = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))


def decay(rate, step):
    """Halve the rate in so many steps."""
    step = step * hvd.size()  # the steps of all processes
    return rate * tf.pow(0.5, tf.cast(step, tf.float32) / 1000)


step = tf.train.get_or_create_global_step()
train_op = tf.contrib.layers.optimize_loss(
    loss,
    step,
    0.01,
    lambda rate: hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * hvd.size())),
    learning_rate_decay_fn=decay,
)
second = tf.contrib.layers.optimize_loss(
    other, step, 0.01,
    lambda rate: hvd.DistributedOptimizer(tf.train.GradientDescentOptimizer(rate * hvd.size())),
    learning_rate_decay_fn=lambda rate, step: rate / (1 + 0.1 * tf.to_float(step))
)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for i in range(max(1, 10000 // hvd.size())):
        batch = images[np.random.choice(len(images), 32)]
        sess.run(train_op, {x: batch})
        sess.run(second, {x: batch})
