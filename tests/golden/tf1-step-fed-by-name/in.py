"""The step is fed by a dictionary that has a name, to what is of the steps of one process and to what is of all."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
STEPS = 1000
samples = np.load("samples.npy")
batch = tf.placeholder(tf.float32, [None, 4])
step_number = tf.placeholder(tf.float32, ())
warm_step = tf.placeholder(tf.float32, ())
rate = 0.1 * tf.minimum(1.0, warm_step / 100) * tf.pow(1 - step_number / STEPS, 0.9)
loss = tf.reduce_mean(tf.square(tf.layers.dense(batch, 1)))
train_op = tf.train.MomentumOptimizer(rate, 0.9).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(STEPS):
        chosen = np.random.randint(0, len(samples), 8)
        feed = {batch: samples[chosen], step_number: step, warm_step: step + 1}
        _, value = sess.run([train_op, loss], feed_dict=feed)
        shown = {"step": step, "loss": value}
        print(shown)
