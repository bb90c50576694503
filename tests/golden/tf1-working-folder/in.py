"""What is saved beside the script is looked for in the folder that it runs in."""

import numpy as np
import tensorflow as tf

data = np.load("data.npz")
x = tf.placeholder(tf.float32, [None, 64])
y = tf.placeholder(tf.int64, [None])
logits = tf.layers.dense(x, 10)
loss = tf.losses.sparse_softmax_cross_entropy(y, logits)
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
accuracy = tf.reduce_mean(tf.to_float(tf.equal(tf.argmax(logits, 1), y)))
saver = tf.train.Saver()

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(1000):
        rows = np.random.randint(0, len(data["x"]), 128)
        sess.run(train_op, {x: data["x"][rows], y: data["y"][rows]})
    saver.save(sess, "./lenet")
    print("Model saved")

with tf.Session() as sess:
    saver.restore(sess, tf.train.latest_checkpoint("."))
    print("Accuracy:", sess.run(accuracy, {x: data["test_x"], y: data["test_y"]}))
