"""Operations that each step of a graph runs anneal variables; a moving mean of what is seen is none of them."""
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 10])
tau = tf.Variable(1.0, trainable=False)
beta = tf.Variable(0.0, trainable=False)
h = tf.layers.dense(x, 4)
loss = tf.reduce_mean(tf.nn.softmax(h / tau)) + beta * tf.nn.l2_loss(h)
train = tf.train.AdamOptimizer(0.001).minimize(loss)
mean = tf.Variable(0.0, trainable=False)
follow = tf.assign(mean, mean * 0.99 + loss * 0.01)
cool = tau.assign(tau * 0.9999)
warm = tf.assign_add(beta, 1e-4)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for i in range(10000):
        rows = np.random.randint(0, len(samples), 32)
        session.run([train, cool, warm, follow], {x: samples[rows]})
