"""A linear model trained in a plain session."""
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

samples = np.random.RandomState(0).rand(240, 4).astype("float32")
targets = samples.sum(axis=1, keepdims=True)

x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
weights = tf.Variable(tf.random_normal([4, 1], seed=1))
bias = tf.Variable(tf.zeros([1]))
loss = tf.reduce_mean(tf.square(tf.matmul(x, weights) + bias - y))  # mean squared error
train_op = tf.train.AdamOptimizer(0.01).minimize(loss)

init = tf.global_variables_initializer()
saver = tf.train.Saver()

with tf.Session() as sess:
    sess.run(init)
    writer = tf.summary.FileWriter("logs", sess.graph)

    for epoch in range(4):
        for start in range(0, 240, 24):
            batch = {x: samples[start:start + 24], y: targets[start:start + 24]}
            _, value = sess.run([train_op, loss], feed_dict=batch)
        print("epoch", epoch, "loss", value)

    saver.save(sess, "model/linear")
    writer.close()
