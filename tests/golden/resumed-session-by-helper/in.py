"""A session whose steps a helper takes: the loop over epochs goes on where the last checkpoint stopped."""
import numpy as np
import tensorflow as tf

data = np.load("data.npy")
x = tf.placeholder(tf.float32, [None, 4])
train_op = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean(tf.layers.dense(x, 1) ** 2))


def train_epoch(sess):
    for _ in range(1000):
        sess.run(train_op, {x: data[np.random.choice(len(data), 32)]})


def train(folder, epochs):
    saver, first = tf.train.Saver(), 0
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        found = tf.train.latest_checkpoint(folder)
        if found is not None:
            saver.restore(sess, found)
            first = int(found.split("-")[-1])
        for epoch in range(first, first + epochs):
            train_epoch(sess)
            saver.save(sess, folder + "/after", global_step=epoch + 1)


train("saved", 10)
