import numpy as np
import tensorflow as tf

DECAY = 0.99997
images = tf.placeholder(tf.float32, [None, 64])
labels = tf.placeholder(tf.int64, [None])
logits = tf.layers.dense(images, 10)
loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
rate = tf.Variable(0.001, trainable=False)
halved = tf.assign(rate, rate / 2)
train_op = tf.train.AdamOptimizer(rate).minimize(loss)

samples = np.load("samples.npy")
targets = np.load("targets.npy")
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(3):
        for step in range(10000):
            chosen = np.random.randint(0, len(samples), 64)
            sess.run(train_op, {images: samples[chosen], labels: targets[chosen]})
            slower = rate * DECAY
            rate.assign(slower).eval()
        sess.run(halved)
