"""The step is fed by a dictionary that has a name, to what is of the steps of one process and to what is of all."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_eager_execution()
STEPS = max(1, 1000 // hvd.size())
samples = np.load("samples.npy")
batch = tf.placeholder(tf.float32, [None, 4])
step_number = tf.placeholder(tf.float32, ())
warm_step = tf.placeholder(tf.float32, ())
rate = 0.1 * tf.minimum(1.0, warm_step / 100) * tf.pow(1 - step_number / STEPS, 0.9)
loss = tf.reduce_mean(tf.square(tf.layers.dense(batch, 1)))
train_op = hvd.DistributedOptimizer(tf.train.MomentumOptimizer(rate * hvd.size(), 0.9)).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(STEPS):
        chosen = np.random.randint(0, len(samples), 8)
        feed = {batch: samples[chosen], step_number: step, warm_step: step * hvd.size() + 1}
        _, value = sess.run([train_op, loss], feed_dict=feed)
        shown = {"step": step, "loss": value}
        if hvd.rank() == 0:
            print(shown)
