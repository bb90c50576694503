"""An input function for both purposes that `functools.partial` makes is given what an Estimator would pass."""

import functools

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def equal_share(data):
    """Give this process its elements of a dataset: as many as each of the others has."""
    if hvd.size() > 1:
        groups = tf.data.Dataset.zip((data,)).window(hvd.size(), drop_remainder=True)
        data = groups.flat_map(tf.data.Dataset.zip).shard(hvd.size(), hvd.rank())
    return data


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
    optimizer = tf.compat.v1.train.AdamOptimizer(0.01 * hvd.size())
    optimizer = hvd.DistributedOptimizer(optimizer)
    train_op = optimizer.minimize(loss, global_step=tf.compat.v1.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)


config = tf.compat.v1.ConfigProto(allow_soft_placement=True)
config.gpu_options.visible_device_list = str(hvd.local_rank())
classifier = tf.estimator.Estimator(model_fn, config=tf.estimator.RunConfig(session_config=config))
training = tf.estimator.TrainSpec(
    lambda made=functools.partial(read, "train/*.csv", 1000, params={"batch": 12}): equal_share(made()),
    max_steps=max(1, 600 // hvd.size()),
    hooks=[hvd.BroadcastGlobalVariablesHook(0)],
)
evaluation = tf.estimator.EvalSpec(functools.partial(read, "test/*.csv", 0, {"batch": 50}))
tf.estimator.train_and_evaluate(classifier, training, evaluation)
