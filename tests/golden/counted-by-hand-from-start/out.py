"""A run that goes on counts its steps by hand from where it begins, which is a number of steps of one process already."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 8])
global_step = tf.train.get_or_create_global_step()
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 8) - x))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss, global_step=global_step)
saver = tf.train.Saver()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    if tf.train.latest_checkpoint("checkpoints"):
        saver.restore(sess, tf.train.latest_checkpoint("checkpoints"))
    sess.run(hvd.broadcast_global_variables(0))
    begun = sess.run(global_step)
    step = begun
    while step < max(1, 10000 // hvd.size()):
        if hvd.rank() == 0:
            if step > begun and step % max(1, 100 // hvd.size()) == 0:
                print("loss", value)
                saver.save(sess, "checkpoints/model", global_step=step)
            if step == begun + 500 // hvd.size():
                print("warm")
        _, value = sess.run([train_op, loss], {x: samples[np.random.choice(len(samples), 32)]})
        step += 1
