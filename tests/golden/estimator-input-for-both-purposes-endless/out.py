"""An input function without an end, in a lambda, serves training and evaluation."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def endless(name):
    data = tf.data.TextLineDataset(name).map(lambda line: tf.strings.to_number(tf.strings.split(line, ",").values))
    return data.map(lambda row: (row[:4], tf.cast(row[4], tf.int32))).shuffle(180).repeat().batch(12)


def model_fn(features, labels, mode):
    logits = tf.compat.v1.layers.dense(features, 2)
    loss = tf.compat.v1.losses.sparse_softmax_cross_entropy(labels=labels, logits=logits)
    optimizer = tf.compat.v1.train.AdamOptimizer(0.01 * hvd.size())
    optimizer = hvd.DistributedOptimizer(optimizer)
    train_op = optimizer.minimize(loss, global_step=tf.compat.v1.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)


config = tf.compat.v1.ConfigProto(allow_soft_placement=True)
config.gpu_options.visible_device_list = str(hvd.local_rank())
classifier = tf.estimator.Estimator(model_fn, config=tf.estimator.RunConfig(session_config=config))
classifier.train(
    lambda: endless("train.csv").apply(
        lambda data: data.shard(hvd.size(), hvd.rank()) if hvd.size() > 1 else data
    ),
    steps=max(1, 60 // hvd.size()),
    hooks=[hvd.BroadcastGlobalVariablesHook(0)],
)
classifier.evaluate(lambda: endless("test.csv"), steps=5)
