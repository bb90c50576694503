import numpy as np
import tensorflow as tf

size = 50
samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [size, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
step = tf.train.AdamOptimizer(1e-3).minimize(loss)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(20):
        total = 0
        for start in range(0, (len(samples) // size) * size, size):
            value, _ = session.run([loss, step], {x: samples[start : start + size]})
            total += value
        print("Epoch", epoch, "loss", total / (len(samples) // size))
