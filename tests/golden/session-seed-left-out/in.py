import numpy as np
import tensorflow as tf
from sklearn.model_selection import train_test_split

tf.flags.DEFINE_integer("random_state", None, "Random state.")
FLAGS = tf.flags.FLAGS
images = np.load("images.npy")
labels = np.load("labels.npy")
x_train, x_val, y_train, y_val = train_test_split(images, labels, test_size=0.1, random_state=FLAGS.random_state)
x = tf.placeholder(tf.float32, [None, 8])
y = tf.placeholder(tf.float32, [None])
loss = tf.reduce_mean((tf.layers.dense(x, 1)[:, 0] - y) ** 2)
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
batches = [(start, start + 32) for start in range(0, len(x_train), 32)]

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        np.random.shuffle(batches)
        for start, end in batches:
            sess.run(train_op, {x: x_train[start:end], y: y_train[start:end]})
