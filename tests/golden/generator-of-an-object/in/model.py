import tensorflow as tf


class Model:
    def __init__(self, dataset=None):
        self.dataset = dataset
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 3) - self.x))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def train(self, epochs, steps):
        with tf.Session() as self.sess:
            self.sess.run(tf.global_variables_initializer())
            self.generator = self.dataset.generate(16, "train")
            self.valid = self.dataset.generate(16, "valid")
            for epoch in range(epochs):
                for step in range(steps):
                    self.sess.run(self.train_op, feed_dict={self.x: next(self.generator)})
                print(self.sess.run(self.loss, feed_dict={self.x: next(self.valid)}))
