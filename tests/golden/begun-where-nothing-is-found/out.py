"""What a function initialises where no checkpoint is found is broadcast by its callers, where all processes come."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()
samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 11])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x[:, 1:], 1) - x[:, :1]))
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
saver = tf.train.Saver()


def begin(session):
    session.run(tf.global_variables_initializer())


def resume(session):
    if tf.train.latest_checkpoint("."):
        saver.restore(session, tf.train.latest_checkpoint("."))
    else:
        begin(session)


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    resume(sess)
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 10000 // hvd.size())):
        sess.run(train, {x: samples[np.random.randint(len(samples), size=8)]})
    if hvd.rank() == 0:
        saver.save(sess, "model.ckpt")
