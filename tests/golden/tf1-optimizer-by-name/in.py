"""A text classifier, whose optimizers are made by contrib from a name and from a class."""
import numpy as np
import tensorflow as tf


class Classifier:
    def __init__(self, rate):
        self.rate = rate
        self.step = tf.Variable(0, trainable=False, name="step")
        self.x = tf.placeholder(tf.float32, [None, 20])
        self.y = tf.placeholder(tf.int32, [None])
        logits = tf.layers.dense(self.x, 5)
        self.loss = tf.losses.sparse_softmax_cross_entropy(self.y, logits)
        self.warm_up = tf.contrib.layers.optimize_loss(
            self.loss, self.step, 0.1, optimizer="Momentum", clip_gradients=3.0)
        self.train_op = self.train()

    def train(self):
        rate = tf.train.exponential_decay(self.rate, self.step, 1000, 0.9, staircase=True)
        return tf.contrib.layers.optimize_loss(self.loss, global_step=self.step, learning_rate=rate, optimizer=tf.train.AdamOptimizer)


model = Classifier(0.01)
x, y = np.random.randn(640, 20), np.random.randint(0, 5, 640)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        for start, end in zip(range(0, len(x), 64), range(64, len(x) + 1, 64)):
            op = model.warm_up if epoch == 0 else model.train_op
            loss, _ = sess.run([model.loss, op], {model.x: x[start:end], model.y: y[start:end]})
        print(epoch, loss)
