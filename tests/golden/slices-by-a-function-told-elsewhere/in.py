"""A function of the script reads the place of the turn as well: it would see that of one process."""
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def part(x, y, start, end):
    return x[start:end], y[start:end]


def told(value):
    with open("log.txt", "a") as log:
        log.write(f"{start} {value}\n")


x, y = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean((tf.layers.dense(x, 1) - y) ** 2)
train_op = tf.train.AdamOptimizer(0.01).minimize(loss)
inputs, labels = np.load("x.npy"), np.load("y.npy")
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        for step in range(len(labels) // 32):
            start = step * 32
            x_batch, y_batch = part(inputs, labels, start, (step + 1) * 32)
            _, value = session.run([train_op, loss], {x: x_batch, y: y_batch})
            told(value)
