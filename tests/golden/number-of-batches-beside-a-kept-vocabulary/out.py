import os
import pickle
import random

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def barrier():
    """Wait until every process has come here."""
    config = tf.ConfigProto(device_count={"GPU": 0})
    with tf.Graph().as_default():
        with tf.Session(config=config) as session:
            session.run(hvd.broadcast(0, root_rank=0, name="barrier"))


class Lines:
    def __init__(self, path, batch):
        with open(path, encoding="utf8") as file:
            lines = [line.split() for line in file]
        if hvd.local_rank() != 0:
            barrier()  # until the first process of this host is done
        if os.path.exists(path + ".words"):
            with open(path + ".words", "rb") as file:
                self.words = pickle.load(file)
        else:
            self.words = {word: number for number, word in enumerate(sorted({word for line in lines for word in line}))}
            with open(path + ".words", "wb") as file:
                pickle.dump(self.words, file)
        if hvd.local_rank() == 0:
            barrier()  # the others may go on
        self.rows = [[self.words[word] for word in line[:20]] + [0] * (20 - len(line)) for line in lines]
        self.batch = batch
        self.batches = len(self.rows) // batch
        self.at = 0

    def begin(self):
        random.shuffle(self.rows)
        self.at = 0

    def next(self):
        rows = self.rows[self.at : self.at + self.batch]
        self.at += self.batch
        return np.array(rows)


lines = Lines("lines.txt", 64)
words = tf.placeholder(tf.int32, [None, 20])
vectors = tf.nn.embedding_lookup(tf.get_variable("vectors", [50000, 32]), words)
outputs, _ = tf.nn.dynamic_rnn(tf.nn.rnn_cell.GRUCell(32), vectors, dtype=tf.float32)
logits = tf.layers.dense(outputs[:, :-1], 50000)
loss = tf.losses.sparse_softmax_cross_entropy(words[:, 1:], logits)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for epoch in range(10):
        lines.begin()
        for _ in range(max(1, lines.batches // hvd.size())):
            session.run(train_op, {words: lines.next()})
