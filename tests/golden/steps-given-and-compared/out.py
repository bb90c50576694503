"""A weight that a function computes by the step that it is given, and by what it compares that with."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def ramp(step, first, last):
    share = (tf.cast(step, tf.float32) - first) / (last - first)
    begun = tf.cast(step > first, tf.float32)
    return begun * tf.minimum(1.0, share)


def weight(step, warm_up, full):
    return tf.cond(step < warm_up, lambda: tf.constant(0.0), lambda: ramp(step, warm_up, full))


images, labels = np.load("images.npy"), np.load("labels.npy")
x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
step = tf.train.get_or_create_global_step()
layer = tf.layers.Dense(1)
penalty = weight(step * hvd.size(), 2000, 10000) * tf.reduce_sum(tf.abs(layer(x)))
loss = tf.reduce_mean(tf.square(layer(x) - y)) + penalty
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
    loss, global_step=step
)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for _ in range(max(1, 20000 // hvd.size())):
        batch = np.random.choice(len(images), 32)
        at, value, _ = sess.run([step, loss, train], {x: images[batch], y: labels[batch]})
        if at % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
            print(at, value)
