import numpy as np
import tensorflow as tf

data = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 8) - x))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in xrange(1000):
        batch = data[np.random.choice(len(data), 32)]
        sess.run(train, feed_dict={x: batch})
        if step % 100 == 0:
            print(step)
