"""Estimators with models of their own, which are given optimizers: as they are, by functions, and two at once."""

import tensorflow as tf


def input_fn():
    numbers = tf.data.Dataset.range(64).map(lambda n: tf.cast(n, tf.float32) / 64.)
    return numbers.map(lambda n: ({"n": [n]}, n > 0.5)).repeat().batch(8)


def make_optimizer():
    return tf.compat.v1.train.GradientDescentOptimizer(0.2)


columns = [tf.feature_column.numeric_column("n")]
rate = 0.01
shared = tf.compat.v1.train.AdagradOptimizer(rate)
given = tf.estimator.DNNClassifier([4], columns, optimizer=shared)
given.train(input_fn, steps=16)
drawn = tf.estimator.DNNClassifier([4], columns, optimizer=lambda: tf.compat.v1.train.AdamOptimizer(0.3))
drawn.train(input_fn, steps=16)
made = tf.estimator.DNNClassifier([4], columns, optimizer=make_optimizer)
made.train(input_fn, steps=16)
both = tf.estimator.DNNLinearCombinedClassifier(
    linear_feature_columns=columns,
    linear_optimizer=tf.compat.v1.train.FtrlOptimizer(0.4),
    dnn_feature_columns=columns,
    dnn_optimizer=tf.compat.v1.train.AdamOptimizer(0.5),
    dnn_hidden_units=[4],
)
both.train(input_fn, steps=16)
