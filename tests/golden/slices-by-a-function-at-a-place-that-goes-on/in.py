"""As many turns as there are samples in an order of the epoch, but their place goes on: it is no place of the turn."""
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
place = 0


def part(x, y):
    global place
    start = place
    place = (place + 32) % len(x)
    return x[start : start + 32], y[start : start + 32]


x, y = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean((tf.layers.dense(x, 1) - y) ** 2)
train_op = tf.train.AdamOptimizer(0.01).minimize(loss)
inputs, labels = np.load("x.npy"), np.load("y.npy")
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        inputs, labels = inputs[::-1], labels[::-1]
        for step in range(len(labels) // 32):
            x_batch, y_batch = part(inputs, labels)
            session.run(train_op, {x: x_batch, y: y_batch})
            print(place)
