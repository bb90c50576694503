"""Estimators with a last step: where a run finds the folder of one that has ended, that is asked about."""

import shutil
import tempfile

import tensorflow.compat.v1 as tf


def model_fn(features, labels, mode):
    loss = tf.losses.mean_squared_error(labels, tf.layers.dense(features, 1))
    optimizer = tf.train.GradientDescentOptimizer(0.1)
    train_op = optimizer.minimize(loss, global_step=tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)


def input_fn():
    numbers = tf.data.Dataset.range(90).map(lambda n: (tf.cast([n], tf.float32) / 90.0, tf.cast([n], tf.float32)))
    return numbers.repeat().batch(9)


kept = tf.estimator.Estimator(model_fn, config=tf.estimator.RunConfig(model_dir="kept"))
kept.train(input_fn, max_steps=40)

longer = tf.estimator.Estimator(model_fn, "kept-longer")
longer.train(input_fn, steps=40)

temporary = tf.estimator.Estimator(model_fn, tempfile.mkdtemp())
temporary.train(input_fn, max_steps=40)

shutil.rmtree("emptied", ignore_errors=True)
emptied = tf.estimator.Estimator(model_fn, model_dir="emptied")
emptied.train(input_fn, max_steps=40)
