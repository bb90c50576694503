"""Units are dropped by a seed of their own, and the weights begin by another, which all processes may have alike."""
import numpy as np
import tensorflow as tf

SEED = 66478


def weights(shape):
    begin = tf.truncated_normal(shape, stddev=0.1, seed=SEED)
    return tf.Variable(begin)


x = tf.placeholder(tf.float32, [None, 4])
hidden = tf.nn.relu(tf.matmul(x, weights([4, 8])))
hidden = tf.nn.dropout(hidden, 0.5, seed=SEED)
loss = tf.reduce_mean(tf.matmul(hidden, weights([8, 1])) ** 2)
train = tf.train.AdamOptimizer(0.1).minimize(loss)
data = np.load("data.npy")
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        for i in range(len(data) // 32):
            sess.run(train, {x: data[i * 32 : (i + 1) * 32]})
