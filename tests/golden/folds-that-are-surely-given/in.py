import numpy as np
import tensorflow as tf


class Clicks:
    def __init__(self):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.x = tf.placeholder(tf.float32, [None, 16])
            self.y = tf.placeholder(tf.float32, [None, 1])
            logits = tf.layers.dense(self.x, 1)
            self.loss = tf.losses.sigmoid_cross_entropy(self.y, logits)
            self.train_op = tf.train.AdamOptimizer(0.001).minimize(self.loss)
            self.session = tf.Session()
            self.session.run(tf.global_variables_initializer())

    def epoch(self, x, y):
        order = np.random.permutation(len(y))
        for turn in range(len(y) // 32):
            rows = order[turn * 32 : (turn + 1) * 32]
            self.session.run(self.train_op, {self.x: [x[row] for row in rows], self.y: [y[row] for row in rows]})

    def fit(self, x, y, held_x=None, held_y=None):
        has_held_out = held_x is not None
        for _ in range(10):
            self.epoch(x, y)
            if has_held_out:
                print(self.session.run(self.loss, {self.x: held_x, self.y: held_y}))
        if has_held_out:
            for _ in range(2):
                self.epoch(x + held_x, y + held_y)


def rows_of(rows, numbers):
    return [rows[number] for number in numbers]


arrays = np.load("clicks.npz")
x, y = list(arrays["x"]), list(arrays["y"])
for fold in range(3):
    held = [number for number in range(len(y)) if number % 3 == fold]
    rest = [number for number in range(len(y)) if number % 3 != fold]
    held_x, held_y = rows_of(x, held), rows_of(y, held)
    Clicks().fit(rows_of(x, rest), rows_of(y, rest), held_x, held_y)
