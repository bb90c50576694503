"""A network that gives the path of its checkpoint back, to be restored in a session of its own."""
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Net:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 8])
        self.y = tf.placeholder(tf.float32, [None, 1])
        self.predicted = tf.layers.dense(self.x, 1)
        self.loss = tf.reduce_mean(tf.square(self.predicted - self.y))

    def save(self, sess, path):
        saver = tf.train.Saver()
        saved = saver.save(sess, path)
        return saved

    def restore(self, sess, path):
        saver = tf.train.Saver()
        saver.restore(sess, path)
        print("restored", path)

    def predict(self, path, x):
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            self.restore(sess, path)
            return sess.run(self.predicted, {self.x: x})


def train(net, x, y, path="saved/model.ckpt"):
    step = tf.train.AdamOptimizer(0.01).minimize(net.loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for epoch in range(20):
            for start in range(0, len(x), 50):
                sess.run(step, {net.x: x[start : start + 50], net.y: y[start : start + 50]})
            path = net.save(sess, path)
    return path


features, targets = np.load("features.npy"), np.load("targets.npy")
network = Net()
where = train(network, features, targets)
print("mean:", network.predict(where, features).mean())
