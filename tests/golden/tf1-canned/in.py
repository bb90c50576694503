import tensorflow as tf


def input_fn():
    numbers = tf.data.Dataset.range(64).map(lambda n: tf.cast(n, tf.float32) / 64.)
    return numbers.map(lambda n: ({"n": [n]}, n > 0.5)).repeat().batch(8)


columns = [tf.feature_column.numeric_column("n")]
named = tf.estimator.DNNClassifier([4], columns, optimizer="Adam")
default = tf.estimator.LinearClassifier(columns)
for estimator in (named, default):
    estimator.train(input_fn, steps=16)
