"""The rate is fed, and computed from the number of the turn: the steps of all processes count."""
import numpy as np
import tensorflow as tf

inputs = np.load("inputs.npy")
x = tf.placeholder(tf.float32, [None, 4])
rate = tf.placeholder(tf.float32, [])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train = tf.train.AdamOptimizer(rate).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for turn in range(20000):
        epoch = turn // 1000
        current = 0.1 * 0.9**epoch
        if epoch > 5:
            current = current / 2
        session.run(train, {x: inputs[np.random.randint(0, len(inputs), 32)], rate: current})
