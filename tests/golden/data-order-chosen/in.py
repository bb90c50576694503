"""A generator without an end orders its samples by a choice of all of them; an epoch ends in its last turn."""
import numpy as np
import tensorflow as tf

BATCH = 32
data = np.load("data.npy")
x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train_op = tf.train.AdamOptimizer(0.01).minimize(loss)


def batches():
    while True:
        order = np.random.choice(len(data), len(data), replace=False)
        for start in range(0, len(data) - BATCH + 1, BATCH):
            yield data[order[start : start + BATCH]]


with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        turn, turns = 0, len(data) // BATCH
        for batch in batches():
            sess.run(train_op, {x: batch})
            if turn >= turns - 1:
                break
            turn += 1
