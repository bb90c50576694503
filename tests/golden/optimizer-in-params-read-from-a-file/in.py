import json

import tensorflow as tf


def input_fn():
    dataset = tf.data.TFRecordDataset(["train.tfrecord"])
    return dataset.shuffle(1000).repeat().map(parse).batch(32)


def parse(record):
    features = tf.io.parse_single_example(
        record, {"x": tf.io.FixedLenFeature([10], tf.float32), "y": tf.io.FixedLenFeature([], tf.int64)}
    )
    return {"x": features["x"]}, features["y"]


def model_fn(features, labels, mode, params):
    net = tf.layers.dense(features["x"], params["units"], activation=tf.nn.relu)
    logits = tf.layers.dense(net, 2)
    loss = tf.losses.sparse_softmax_cross_entropy(labels=labels, logits=logits)
    if mode == tf.estimator.ModeKeys.EVAL:
        return tf.estimator.EstimatorSpec(mode, loss=loss)
    optimizer = params["optimizer"]
    optimizer = getattr(tf.train, optimizer)(params["learning_rate"])
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=optimizer.minimize(loss, tf.train.get_global_step()))


with open("params.json") as file:
    params = json.load(file)
estimator = tf.estimator.Estimator(model_fn, "model", params=params)
estimator.train(input_fn, steps=10000)
