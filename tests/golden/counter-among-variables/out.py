"""The counter of steps is looked for among the variables that are saved: it is no number there."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

samples = np.load("samples.npy").astype("float32")
x = tf.placeholder(tf.float32, [None, 5])
global_step = tf.Variable(0, trainable=False)
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
    loss, global_step
)
saved = tf.trainable_variables()
if global_step not in saved:
    saved.append(global_step)
saver = tf.train.Saver(saved)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 1000 // hvd.size())):
        sess.run(train_op, {x: samples[np.random.randint(len(samples), size=32)]})
    if hvd.rank() == 0:
        saver.save(sess, "model.ckpt", global_step=sess.run(global_step))
