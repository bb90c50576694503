"""Hooks of a project that count the steps of a session themselves: their periods are divided, but for that of an evaluation."""

import tensorflow.compat.v1 as tf


class Saves(tf.train.SessionRunHook):
    def __init__(self, every):
        self.every = every
        self.number = 0

    def after_run(self, context, values):
        self.number += 1
        if self.number % self.every == 0:
            with open("steps.txt", "a") as file:
                file.write(str(self.number))


class Counts(tf.train.SessionRunHook):
    def __init__(self):
        self.number = 0

    def after_run(self, context, values):
        self.number += 1
        if self.number % 50 == 0:
            with open("evaluations.txt", "a") as file:
                file.write("50 more")


def model(features, labels, mode):
    loss = tf.reduce_mean((tf.layers.dense(features, 1) - labels) ** 2)
    step = tf.train.get_global_step()
    train = tf.train.AdamOptimizer(1e-3).minimize(loss, step)
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train)


def parse(record):
    return tf.reshape(tf.decode_raw(record, tf.float32), [4]), tf.zeros([1])


def read():
    return tf.data.TFRecordDataset("train.tfrecord").map(parse).shuffle(1000).repeat().batch(32)


def read_held():
    return tf.data.TFRecordDataset("held.tfrecord").map(parse).batch(32)


estimator = tf.estimator.Estimator(model, "model")
estimator.train(read, hooks=[Saves(500)], max_steps=10000)
estimator.evaluate(read_held, hooks=[Counts()])
