"""A loop that counts far enough is left where its reader is at an end, to which each process would come by itself."""
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Reader:
    def __init__(self, path):
        self.samples = np.load(path)
        self.place = 0

    def reset(self):
        self.place = 0
        np.random.shuffle(self.samples)

    def has_next(self):
        return self.place < len(self.samples)

    def next_batch(self, size):
        batch = self.samples[self.place : self.place + size]
        self.place += size
        return batch[:, :-1], batch[:, -1:]


x, y = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean((tf.layers.dense(x, 1) - y) ** 2)
train_op = tf.train.AdamOptimizer(0.01).minimize(loss)
reader, validation = Reader("train.npy"), Reader("validation.npy")
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        reader.reset()
        for step in range(100000):
            if not reader.has_next():
                break
            inputs, labels = reader.next_batch(32)
            session.run(train_op, {x: inputs, y: labels})
        validation.reset()
        inputs, labels = validation.next_batch(1000)
        print(session.run(loss, {x: inputs, y: labels}))
