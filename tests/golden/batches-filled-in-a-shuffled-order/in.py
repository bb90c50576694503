import json
import random

import numpy as np
import tensorflow as tf


class Answers:
    def __init__(self, path):
        with open(path) as file:
            students = json.load(file)
        random.shuffle(students)
        self.answered = []
        for student in students:
            answered = np.zeros((100, 50))
            for turn in range(len(student["questions"])):
                answered[turn, student["questions"][turn]] = 1.0
            self.answered.append(answered)
        self.train = self.answered[: len(self.answered) * 9 // 10]
        self.test = self.answered[len(self.train) :]
        self.at = 0

    def next(self, size):
        batch = self.train[self.at : self.at + size]
        self.at = (self.at + size) % (len(self.train) - size)
        return batch


answers = Answers("answers.json")
given = tf.placeholder(tf.float32, [None, 100, 50])
outputs, _ = tf.nn.dynamic_rnn(tf.nn.rnn_cell.GRUCell(50), given, dtype=tf.float32)
loss = tf.reduce_mean(tf.square(outputs[:, :-1] - given[:, 1:]))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        for _ in range(len(answers.train) // 16):
            session.run(train_op, {given: answers.next(16)})
        print(epoch, session.run(loss, {given: answers.test}))
