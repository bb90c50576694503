"""Classify sentences by an estimator, which is imported from where TensorFlow 1 keeps it."""

import numpy as np
import tensorflow as tf
from tensorflow.python.estimator.estimator import Estimator
from tensorflow.python.estimator.model_fn import EstimatorSpec
from tensorflow.python.estimator.run_config import RunConfig


def read():
    dataset = tf.data.Dataset.from_tensor_slices((np.load("x.npy"), np.load("y.npy")))
    return dataset.shuffle(10000).repeat().batch(64)


def model_fn(features, labels, mode, params):
    logits = tf.layers.dense(features, 2)
    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
    optimizer = tf.train.AdamOptimizer(params["rate"])
    train_op = optimizer.minimize(loss, global_step=tf.train.get_global_step())
    return EstimatorSpec(mode=mode, loss=loss, train_op=train_op)


config = tf.ConfigProto()
config.gpu_options.allow_growth = True
estimator = Estimator(
    model_fn=model_fn, config=RunConfig(session_config=config), model_dir="saved", params={"rate": 0.001}
)
estimator.train(input_fn=read, max_steps=10000)
