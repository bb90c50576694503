"""Each step changes numbers that it is fed: a step of a process stands for one of every process. What is measured decides alone."""
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 10])
tau, beta, std, scale = [tf.placeholder(tf.float32, []) for _ in range(4)]
hidden = tf.layers.dense(x, 4)
loss = tf.reduce_mean(tf.nn.softmax(hidden / tau)) + beta * tf.nn.l2_loss(hidden) + std * scale
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
temperature, weight, noise, factor = 1.0, 0.0, 1.0, 1.0
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(10000):
        rows = np.random.randint(0, len(samples), 32)
        fed = {x: samples[rows], tau: temperature, beta: weight, std: noise, scale: factor}
        _, value = session.run([train_op, loss], fed)
        if temperature > 0.5:
            temperature *= 0.9999
        weight = min(1.0, weight + 1e-4)
        if step > 500:
            noise -= 1e-4
        if value < 0.1:
            factor *= 0.9
