import numpy as np
import tensorflow as tf

images = np.load("images.npy")
labels = np.load("labels.npy")


def orthogonal(scale=1.1):
    def initializer(shape, dtype=tf.float32, partition_info=None):
        drawn = np.random.normal(0.0, 1.0, (shape[0], np.prod(shape[1:])))
        u, _, v = np.linalg.svd(drawn, full_matrices=False)
        q = u if u.shape == tuple(shape) else v
        return tf.constant(scale * q.reshape(shape), dtype=tf.float32)
    return initializer


x = tf.placeholder(tf.float32, [None, 8])
y = tf.placeholder(tf.float32, [None])
w = tf.get_variable("w", [8, 8], initializer=orthogonal())
loss = tf.reduce_mean((tf.layers.dense(tf.matmul(x, w), 1)[:, 0] - y) ** 2)
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        order = np.random.permutation(len(images))
        for start in range(0, len(images), 32):
            chosen = order[start:start + 32]
            sess.run(train_op, {x: images[chosen], y: labels[chosen]})
