"""Train and evaluate an estimator with a model function."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

rng = np.random.RandomState(0)
x = rng.rand(1000, 20).astype("float32")
y = (x[:, :5].sum(axis=1) > 2.5).astype("int32")


def train_input_fn():
    dataset = tf.data.Dataset.from_tensor_slices(({"x": x[:800]}, y[:800]))
    return dataset.shuffle(800).repeat().batch(50)


def test_input_fn():
    return tf.data.Dataset.from_tensor_slices(({"x": x[800:]}, y[800:])).batch(50)


def model_fn(features, labels, mode):
    logits = tf.layers.dense(features["x"], 2)
    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
    if mode == tf.estimator.ModeKeys.EVAL:
        return tf.estimator.EstimatorSpec(mode, loss=loss)
    optimizer = tf.train.AdamOptimizer(0.01)
    train_op = optimizer.minimize(loss, global_step=tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)


classifier = tf.estimator.Estimator(model_fn, model_dir="classifier")
classifier.train(train_input_fn, steps=200)
print(classifier.evaluate(test_input_fn))
