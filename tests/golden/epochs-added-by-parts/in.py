import numpy as np
import tensorflow as tf

images, labels = np.load("images.npy"), np.load("labels.npy")
x = tf.placeholder(tf.float32, [None, 784])
y = tf.placeholder(tf.int64, [None])
rate = tf.placeholder(tf.float32)
loss = tf.losses.sparse_softmax_cross_entropy(y, tf.layers.dense(x, 10))
step = tf.train.AdamOptimizer(rate).minimize(loss)
epoch = 0.0
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(10000):
        rows = np.random.randint(0, len(images), 16)
        epoch = epoch + 16 / len(images)
        feed = {x: images[rows], y: labels[rows], rate: 0.001 * 0.25 ** int(epoch / 3)}
        value, _ = sess.run([loss, step], feed)
        if i % 100 == 0:
            print(epoch, value)
    tf.train.Saver().save(sess, "model/dense")
