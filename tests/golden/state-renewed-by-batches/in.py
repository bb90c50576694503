import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


class Gan:
    def __init__(self):
        self.images = tf.placeholder(tf.float32, (None, 8))
        self.k = tf.Variable(0.0, trainable=False)
        real = tf.layers.dense(self.images, 4, name="d")
        fake = tf.layers.dense(tf.random.normal((32, 8)), 4, name="g")
        d_real, d_fake = tf.reduce_mean(real**2), tf.reduce_mean(fake**2)
        self.d_loss = d_real - self.k * d_fake
        balance = 0.5 * d_real - d_fake
        self.k_update = tf.assign(self.k, tf.clip_by_value(self.k + 0.001 * balance, 0, 1))
        self.train_op = tf.train.AdamOptimizer(1e-3).minimize(self.d_loss)


x = np.load("x.npy")
gan = Gan()
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        for i in range(len(x) // 32):
            session.run([gan.train_op, gan.k_update], {gan.images: x[i * 32 : (i + 1) * 32]})
