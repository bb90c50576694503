import numpy as np
import tensorflow as tf


class Data:
    def __init__(self, test):
        self.test = test


class Generator:
    def __init__(self, data, steps):
        self.data, self.steps = data, steps
        self.z = tf.placeholder(tf.float32, [None, 64])
        self.x = tf.placeholder(tf.float32, [None, 784])
        self.made = tf.layers.dense(self.z, 784)
        self.loss = tf.reduce_mean(tf.square(self.made - self.x))
        self.train_op = tf.train.AdamOptimizer(0.001).minimize(self.loss)

    def train(self, start=0):
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            shown = np.random.normal(size=(16, 64))
            for step in range(start, self.steps):
                batch = self.data.train[np.random.choice(len(self.data.train), 32)]
                noise = np.random.normal(size=(32, 64))
                sess.run(self.train_op, {self.x: batch, self.z: noise})
                if step % 100 == 0:
                    print(step, sess.run(self.loss, {self.x: self.data.test[:16], self.z: shown}))


data = Data(np.load("test.npy"))
data.train = np.load("images.npy")
generator = Generator(data, steps=None)
with tf.Session() as sess:
    tf.train.Saver().restore(sess, "generator")
    np.save("made.npy", sess.run(generator.made, {generator.z: np.random.normal(size=(100, 64))}))
