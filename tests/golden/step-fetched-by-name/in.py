"""A session fetches the step by its name, beside other things: it ends the training and says when to show."""

import numpy as np
import tensorflow as tf

images = np.load("images.npy").astype("float32")
dataset = tf.data.Dataset.from_tensor_slices(images).shuffle(1000).repeat().batch(32)
x = dataset.make_one_shot_iterator().get_next()
loss = tf.reduce_mean((tf.layers.dense(x, 4) - 1.0) ** 2)
global_step = tf.train.get_or_create_global_step()
train_op = tf.train.AdamOptimizer(1e-3).minimize(loss, global_step=global_step)
to_run = {"step": global_step, "op": train_op, "loss": loss}
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    losses = []
    while True:
        result = sess.run(to_run)
        gs = result["step"]
        if gs > 1000:
            break
        losses.append(result["loss"])
        if gs % 100 == 0:
            print(gs, np.mean(losses))
