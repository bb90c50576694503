"""Embed the nodes of a graph by walks that are drawn at the beginning, one for each node and round."""

import random

import numpy as np
import tensorflow as tf


class Embedding:
    """A table of nodes, trained on the walks at a count that the object keeps."""

    def __init__(self, path, rounds):
        self.neighbours = np.load(path, allow_pickle=True).item()
        self.nodes = sorted(self.neighbours)
        self.rounds = rounds
        self.walks = []
        for _ in range(rounds):
            random.shuffle(self.nodes)
            self.walks += [[random.choice(self.neighbours[node]) for _ in range(8)] for node in self.nodes]
        self.walk = tf.placeholder(tf.int32, [8])
        table = tf.get_variable("table", [len(self.nodes), 16])
        self.loss = tf.reduce_mean(tf.square(tf.nn.embedding_lookup(table, self.walk)))
        self.train_op = tf.train.AdamOptimizer(1e-3).minimize(self.loss)

    def feed(self, walk):
        return {self.walk: walk}

    def train(self):
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            self.step = 0
            for _ in range(self.rounds):
                for node in self.nodes:
                    self.step = self.step + 1
                    session.run(self.train_op, self.feed(self.walks[self.step - 1]))


Embedding("neighbours.npy", 5).train()
