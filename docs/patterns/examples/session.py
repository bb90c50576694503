"""Train a softmax regression in a session, fed with slices of arrays."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

rng = np.random.RandomState(0)
images = rng.rand(2000, 36).astype("float32")
labels = images[:, :4].argmax(axis=1)
batch_size = 50

x = tf.placeholder(tf.float32, [None, 36])
y = tf.placeholder(tf.int64, [None])
w = tf.Variable(tf.zeros([36, 4]))
loss = tf.losses.sparse_softmax_cross_entropy(y, tf.matmul(x, w))
train_op = tf.train.AdamOptimizer(0.01).minimize(loss)
saver = tf.train.Saver()

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(3):
        for i in range(len(images) // batch_size):
            batch = slice(i * batch_size, (i + 1) * batch_size)
            _, value = sess.run([train_op, loss], feed_dict={x: images[batch], y: labels[batch]})
        print("epoch %d: loss %.4f" % (epoch, value))
    saver.save(sess, "./softmax.ckpt")
