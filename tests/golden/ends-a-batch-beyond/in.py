import numpy as np
import tensorflow as tf
from sklearn.utils import shuffle

x, y = np.load("x.npy"), np.load("y.npy")
count = len(x)
batch_size = 64
features, labels = tf.placeholder(tf.float32, [None, 16]), tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(features, 1) - labels))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        x, y = shuffle(x, y)
        for start, end in zip(range(0, count, batch_size), range(batch_size, count + batch_size, batch_size)):
            session.run(train_op, {features: x[start:end], labels: y[start:end]})
