import numpy as np
import tensorflow as tf


def rate_at(step):
    return 0.1 * 0.99**step


images = np.load("i.npy")
x = tf.placeholder(tf.float32, [None, 4])
rate = tf.placeholder(tf.float32, [])
w = tf.Variable(tf.zeros([4, 1]))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train_op = tf.train.AdamOptimizer(rate).minimize(loss)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
feed = dict()
for epoch in range(10):
    for iters in range(100):
        samples = images[np.random.choice(len(images), 8)]
        feed[x] = samples
        feed[rate] = rate_at(iters)
        sess.run(train_op, feed_dict=feed)
