"""An input function for both purposes that `functools.partial` makes is given what an Estimator would pass."""

import functools

import tensorflow as tf


def parse(line):
    values = tf.strings.to_number(tf.strings.split(line, ",").values)
    return values[:4], tf.cast(values[4], tf.int32)


def read(pattern, buffer, params):
    files = tf.data.Dataset.list_files(pattern)
    data = files.interleave(tf.data.TextLineDataset, cycle_length=4).map(parse)
    if buffer > 0:
        data = data.shuffle(buffer).repeat(20)
    return data.batch(params["batch"])


def model_fn(features, labels, mode):
    logits = tf.compat.v1.layers.dense(features, 2)
    loss = tf.compat.v1.losses.sparse_softmax_cross_entropy(labels=labels, logits=logits)
    optimizer = tf.compat.v1.train.AdamOptimizer(0.01)
    train_op = optimizer.minimize(loss, global_step=tf.compat.v1.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)


classifier = tf.estimator.Estimator(model_fn)
training = tf.estimator.TrainSpec(functools.partial(read, "train/*.csv", 1000, params={"batch": 12}), max_steps=600)
evaluation = tf.estimator.EvalSpec(functools.partial(read, "test/*.csv", 0, {"batch": 50}))
tf.estimator.train_and_evaluate(classifier, training, evaluation)
