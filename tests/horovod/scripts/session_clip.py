"""Clipped gradients in an interactive session, restored once."""
import os

import numpy as np
import tensorflow.compat.v1 as tf
tf.disable_v2_behavior()

rng = np.random.RandomState(29)
data_x = rng.uniform(-1, 1, (192, 3))
data_y = np.sin(data_x.sum(1, keepdims=True))

xs = tf.placeholder(tf.float32, [None, 3], name="xs")
ys = tf.placeholder(tf.float32, [None, 1], name="ys")
with tf.variable_scope("net"):
    h = tf.layers.dense(xs, 12, tf.nn.tanh)
    out = tf.layers.dense(h, 1)
loss = tf.losses.mean_squared_error(ys, out)

opt = tf.train.MomentumOptimizer(learning_rate=0.05, momentum=0.9)
grads_and_vars = opt.compute_gradients(loss)
clipped = [(tf.clip_by_norm(g, 1.0), v) for g, v in grads_and_vars if g is not None]
train_op = opt.apply_gradients(clipped)

sess = tf.InteractiveSession()
tf.global_variables_initializer().run()
saver = tf.train.Saver(max_to_keep=1)
checkpoint = tf.train.latest_checkpoint("clip_model")
if checkpoint:
    saver.restore(sess, checkpoint)

batch = 24
for step in range(40):
    start = (step * batch) % len(data_x)
    feed = {xs: data_x[start:start + batch], ys: data_y[start:start + batch]}
    sess.run(train_op, feed_dict=feed)
    if step % 10 == 9:
        print("step", step, "loss", loss.eval(feed_dict=feed))
if not os.path.isdir("clip_model"):
    os.mkdir("clip_model")
saver.save(sess, os.path.join("clip_model", "net"), global_step=40)
sess.close()
