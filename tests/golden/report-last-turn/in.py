"""What is said and saved in the last turn of a loop over batches, and means by the number of samples."""

import numpy as np
import tensorflow.compat.v1 as tf


def batches(samples, size):
    order = np.random.permutation(len(samples))
    for start in range(0, len(samples), size):
        yield samples[order[start : start + size]]


samples = np.load("samples.npy")
held = np.load("held.npy")
size = 32
x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train = tf.train.AdamOptimizer(0.01).minimize(loss)
saver = tf.train.Saver()
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        total = 0.0
        for turn, batch in enumerate(batches(samples, size)):
            _, cost = session.run([train, loss], {x: batch})
            total += cost * len(batch)
            if turn == len(samples) // size - 1:
                print("last", cost)
                saver.save(session, "model.ckpt", global_step=epoch)
        error = 0.0
        for batch in batches(held, size):
            error += session.run(loss, {x: batch}) * len(batch)
        print(epoch, total / len(samples), error / len(held))
