"""Batches that a list is filled with, and samples that arrays are, in an order that is shuffled before."""
import numpy as np
import tensorflow.compat.v1 as tf
from tensorflow import keras

from data import Images, load


class Net:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.y = tf.placeholder(tf.float32, [None, 1])
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 1) - self.y))
        self.train_op = tf.train.AdamOptimizer(0.001).minimize(self.loss)
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())

    def train_epoch(self, batches):
        for number, batch in enumerate(batches):
            self.session.run(self.train_op, {self.x: batch["x"], self.y: batch["y"]})

    def train(self, batches):
        for epoch in range(10):
            self.train_epoch(batches)


Net().train(load("train.json", 20))

samples = Images("images")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(samples.images, np.array(samples.labels), epochs=3)
