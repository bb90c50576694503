import json
import random

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Answers:
    def __init__(self, path):
        with open(path) as file:
            students = json.load(file)
        if hvd.size() > 1:
            random.seed(0)  # one order in all processes
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
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(0.001 * hvd.size())
).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for epoch in range(10):
        for _ in range(max(1, len(answers.train) // 16 // hvd.size())):
            session.run(
                train_op,
                {given: [answers.next(16) for _ in range(hvd.size())][hvd.rank()]},
            )
        if hvd.rank() == 0:
            print(epoch, session.run(loss, {given: answers.test}))
