import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

BATCH = 64
STEPS = 20000
with np.load("mnist.npz") as data:
    images, labels = data["x_train"].reshape(-1, 784) / 255, data["y_train"]
x = tf.placeholder(tf.float32, [None, 784])
y = tf.placeholder(tf.int64, [None])
rate = tf.placeholder(tf.float32)
loss = tf.losses.sparse_softmax_cross_entropy(y, tf.layers.dense(x, 10))
train = tf.train.AdamOptimizer(rate).minimize(loss)
rates = np.logspace(-3, -5, STEPS)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(STEPS):
        batch = np.random.choice(len(images), BATCH)
        feed = {x: images[batch], y: labels[batch], rate: rates[step]}
        _, value = sess.run([train, loss], feed)
        if step % 100 == 0:
            print(step, value)
