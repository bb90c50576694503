"""Plain variables that a trainer keeps in an attribute called `weights`, as no model does: it is a dictionary."""

import tensorflow as tf


class Trainer:
    def __init__(self):
        self.weights = {"hidden": tf.Variable(tf.random.normal([6, 8])), "out": tf.Variable(tf.random.normal([8, 2]))}
        self.biases = {"hidden": tf.Variable(tf.zeros([8])), "out": tf.Variable(tf.zeros([2]))}
        self.optimizer = tf.optimizers.Adam(0.01)

    def net(self, x):
        hidden = tf.nn.relu(x @ self.weights["hidden"] + self.biases["hidden"])
        return hidden @ self.weights["out"] + self.biases["out"]

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=self.net(x)))
        variables = list(self.weights.values()) + list(self.biases.values())
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss

    def run(self, batches):
        for x, y in batches:
            loss = self.step(x, y)
        print("last loss", float(loss))


features = tf.random.stateless_normal([50, 6], seed=[11, 12])
labels = tf.cast(features[:, 0] > 0, tf.int64)
Trainer().run(tf.data.Dataset.from_tensor_slices((features, labels)).shuffle(50).batch(10))
