"""Hooks of a project that count the steps of a session themselves: their periods are divided, but for that of an evaluation."""

import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()


class Saves(tf.train.SessionRunHook):
    def __init__(self, every):
        self.every = every
        self.number = 0

    def after_run(self, context, values):
        self.number += 1
        if self.number % max(1, self.every // hvd.size()) == 0 and hvd.rank() == 0:
            with open("steps.txt", "a") as file:
                file.write(str(self.number))


class Counts(tf.train.SessionRunHook):
    def __init__(self):
        self.number = 0

    def after_run(self, context, values):
        self.number += 1
        if self.number % 50 == 0 and hvd.rank() == 0:
            with open("evaluations.txt", "a") as file:
                file.write("50 more")


def model(features, labels, mode):
    loss = tf.reduce_mean((tf.layers.dense(features, 1) - labels) ** 2)
    step = tf.train.get_global_step()
    train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(loss, step)
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train)


def parse(record):
    return tf.reshape(tf.decode_raw(record, tf.float32), [4]), tf.zeros([1])


def read():
    return (
        tf.data.TFRecordDataset("train.tfrecord")
        .apply(lambda data: data.shard(hvd.size(), hvd.rank()) if hvd.size() > 1 else data)
        .map(parse)
        .shuffle(1000)
        .repeat()
        .batch(32)
    )


def read_held():
    return tf.data.TFRecordDataset("held.tfrecord").map(parse).batch(32)


config = tf.ConfigProto(allow_soft_placement=True)
config.gpu_options.visible_device_list = str(hvd.local_rank())
estimator = tf.estimator.Estimator(
    model, "model" if hvd.rank() == 0 else None, config=tf.estimator.RunConfig(session_config=config)
)
estimator.train(read, hooks=[hvd.BroadcastGlobalVariablesHook(0), Saves(500)], max_steps=max(1, 10000 // hvd.size()))
estimator.evaluate(read_held, hooks=[Counts()])
