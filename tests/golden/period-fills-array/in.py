"""A loop keeps what it evaluates in an array with a place for each period: it must not come to more of them."""

import numpy as np
import tensorflow as tf

max_iterations, plot_every = 1000, 100
images, labels = np.load("images.npy"), np.load("labels.npy")
x = tf.placeholder(tf.float32, [None, 5])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
history = np.zeros((2, max_iterations // plot_every))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    place = 0
    for i in range(max_iterations):
        chosen = np.random.choice(len(images), 32)
        value, _ = sess.run([loss, train_op], {x: images[chosen], y: labels[chosen]})
        if i % plot_every == 0:
            history[0, place] = i
            history[1, place] = value
            place += 1
        if i % 500 == 0:
            print(i, value)
np.save("history.npy", history)
