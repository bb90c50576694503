import numpy as np
import tensorflow as tf

size = 100
samples, labels = np.load("samples.npy"), np.load("labels.npy")
x = tf.placeholder(tf.float32, [None, 8])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1))
step = tf.train.AdamOptimizer(1e-3).minimize(loss)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(20):
        total = 0
        for turn in range(int(len(samples) / size)):
            batch = slice(turn * size, (turn + 1) * size)
            value, _ = session.run([loss, step], {x: samples[batch], y: labels[batch]})
            total += value
        print("Epoch", epoch, "loss", total / (int(len(samples) / size)))
