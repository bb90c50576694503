"""Sessions whose loops are left by a loss: of an attribute, and known to a function."""
import tensorflow.compat.v1 as tf
class A:
    def __init__(self):
        self.w = tf.get_variable("w", [])
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(tf.square(self.w - tf.random.normal([])))
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())
    def step(self):
        _, l = self.sess.run([self.train_op, self.w])
        return l
    def fit(self):
        for epoch in range(3):
            for i in range(20):
                l = self.step()
                if l < 0.1:
                    break
def optimize(n):
    for i in range(n):
        _, l = session.run([train, w])
        if l < 1: return i
a = A()
a.fit()
w = tf.get_variable("v", [])
train = tf.train.AdamOptimizer(0.1).minimize(tf.square(w - tf.random.normal([])))
session = tf.Session()
session.run(tf.global_variables_initializer())
optimize(10)
