"""A part of the loss is weighted by a variable that a run of its own sets by the step."""

import numpy as np
import tensorflow as tf

x = np.load("x.npy").astype("float32")
BATCH, EPOCHS = 16, 10
inputs = tf.placeholder(tf.float32, [None, 8])
beta = tf.Variable(0.0, trainable=False)
new_beta = tf.placeholder(tf.float32, [])
set_beta = beta.assign(new_beta)
code = tf.layers.dense(inputs, 2)
out = tf.layers.dense(code, 8)
loss = tf.reduce_mean((out - inputs) ** 2) + beta * tf.reduce_mean(code ** 2)
train_op = tf.train.AdamOptimizer(1e-3).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    step = 0
    for epoch in range(EPOCHS):
        for start in range(0, len(x), BATCH):
            sess.run(set_beta, {new_beta: min(1.0, step / 5000.0)})
            sess.run(train_op, {inputs: x[start:start + BATCH]})
            step += 1
