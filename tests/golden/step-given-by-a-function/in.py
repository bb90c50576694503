"""What a function gives is the step where it gives nothing else, as where it gives that beside others."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
images, rate = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32)
loss = tf.reduce_mean(tf.layers.dense(images, 1) ** 2)
counter = tf.Variable(0, trainable=False)
train_op = tf.train.AdamOptimizer(rate).minimize(loss, global_step=counter)
saver = tf.train.Saver()
x = np.load("x.npy")
session = tf.Session()


def train(batch, value):
    _, step, shown = session.run([train_op, counter, loss], {images: batch, rate: value})
    print(step, shown)
    return step


session.run(tf.global_variables_initializer())
value = 0.1
for epoch in range(10):
    for turn in range(len(x) // 32):
        step = train(x[turn * 32 : (turn + 1) * 32], value)
        if step % 100 == 0:
            saver.save(session, "model")
        if step > 5000:
            value = 0.01
