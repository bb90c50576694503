"""The same loop trains on one reader and evaluates on another: each process would evaluate on a part."""
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
reader = Reader("train.npy")
validation = Reader("validation.npy")


def run(session, data, is_training):
    data.begin()
    losses = []
    while data.has_next():
        inputs, labels = data.next_batch(32)
        if is_training:
            session.run(train_op, {x: inputs, y: labels})
        losses.append(session.run(loss, {x: inputs, y: labels}))
    return np.mean(losses)


with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        print(run(session, reader, True), run(session, validation, False))
