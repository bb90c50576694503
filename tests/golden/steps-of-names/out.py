"""Numbers of steps that have names on their way: where a count begins, the next step of a warm-up, and a checkpoint's step."""

import os

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()
START, PER_EPOCH = 3, 1000
x = tf.placeholder(tf.float32, [None, 8])
begun = START * PER_EPOCH
step = tf.Variable(begun // hvd.size(), name="global_step", trainable=False)


def warmed(rate, global_step, warmup=4000.0):
    following = global_step + 1
    steps = tf.cast(following, tf.float32)
    return rate * warmup**0.5 * tf.minimum(steps * warmup**-1.5, tf.rsqrt(steps))


loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 8) - x))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(warmed(0.001, step * hvd.size()) * hvd.size())).minimize(
    loss, global_step=step
)
samples = np.load("samples.npy")
saver = tf.train.Saver()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    newest = tf.train.latest_checkpoint("weights")
    if newest:
        saver.restore(session, newest)
        last = os.path.basename(newest).split("-")[-1]
        taken = int(last)
    else:
        taken = 0
    session.run(hvd.broadcast_global_variables(0))
    for turn in range(max(1, 20000 // hvd.size())):
        batch = samples[np.random.choice(len(samples), 32)]
        _, taken = session.run([train_op, step], {x: batch})
        if taken % max(1, 500 // hvd.size()) == 0 and hvd.rank() == 0:
            saver.save(session, "weights/model", global_step=taken)
