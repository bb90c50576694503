"""A function that trains for an epoch is given the step and gives it back: rates, limits and where a run goes on count it."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

BATCH, EPOCHS = 32, 20
images = np.load("images.npy")
batches = len(images) // BATCH
rates = np.logspace(-2, -4, EPOCHS * batches)
x, rate = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32, [])
train_op = tf.train.AdamOptimizer(rate).minimize(tf.reduce_mean(tf.layers.dense(x, 1) ** 2))
saver = tf.train.Saver()


def train_epoch(session, step):
    order = np.random.permutation(len(images))
    for i in range(batches):
        session.run(train_op, {x: images[order[i * BATCH : (i + 1) * BATCH]], rate: rates[step]})
        step += 1
        if step % 1000 == 0:
            saver.save(session, "model/model", global_step=step)
    return step


with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    step = 0
    checkpoint = tf.train.latest_checkpoint("model")
    if checkpoint:
        saver.restore(session, checkpoint)
        step = int(checkpoint.split("-")[-1])
    for epoch in range(step // batches, EPOCHS):
        step = train_epoch(session, step)
