"""A step trains on batches of two readers, of which one tells when it is at its end: the other goes on alike in all."""
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Reader:
    def __init__(self, path):
        self.samples = np.load(path)
        self.count = len(self.samples) // 32
        self.place = 0

    def begin(self):
        self.place = 0

    def has_next(self):
        return self.place < len(self.samples)

    def next_batch(self, size):
        batch = self.samples[self.place : self.place + size]
        self.place += size
        return batch[:, :-1], batch[:, -1:]


x, y = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean((tf.layers.dense(x, 1) - y) ** 2)
train_op = tf.train.AdamOptimizer(0.01).minimize(loss)
reader, others = Reader("train.npy"), Reader("others.npy")
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        reader.begin()
        others.begin()
        while reader.has_next():
            inputs, labels = reader.next_batch(32)
            more, wanted = others.next_batch(8)
            session.run(train_op, {x: np.concatenate([inputs, more]), y: np.concatenate([labels, wanted])})
