import numpy as np
import tensorflow as tf

images = np.load("images.npy")
tests = np.load('tests.npy')
x = tf.placeholder(tf.float32, [None, 784])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 784) - x))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
size = 32
sess = tf.Session()
sess.run(tf.global_variables_initializer())
steps = 1
for epoch in range(20):
    batch = 0
    while (batch + 1) * size < images.shape[0]:
        part = images[batch * size : (batch + 1) * size, :]
        _, value = sess.run([train_op, loss], feed_dict={x: part})
        if steps % 100 == 0:
            print(epoch, batch, value)
        batch += 1
        if steps % 100 == 0:
            other = 0
            while (other + 1) * size < tests.shape[0]:
                part = tests[other * size : (other + 1) * size, :]
                print(sess.run(loss, feed_dict={x: part}))
                other += 1
        steps += 1
