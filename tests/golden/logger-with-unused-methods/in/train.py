import numpy as np
import tensorflow as tf

from log import Log

x = tf.placeholder(tf.float32, [None, 3])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train = tf.train.AdamOptimizer(0.01).minimize(loss)
samples = np.load("x.npy")
log = Log("logs")
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(1000):
        _, value = session.run([train, loss], {x: samples[np.random.randint(0, len(samples), 8)]})
        log.scalar("loss", value, step)
