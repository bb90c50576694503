"""Estimators with a last step: where a run finds the folder of one that has ended, that is asked about."""

import shutil
import tempfile

import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()


def model_fn(features, labels, mode):
    loss = tf.losses.mean_squared_error(labels, tf.layers.dense(features, 1))
    optimizer = tf.train.GradientDescentOptimizer(0.1 * hvd.size())
    optimizer = hvd.DistributedOptimizer(optimizer)
    train_op = optimizer.minimize(loss, global_step=tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)


def input_fn():
    numbers = (
        tf.data.Dataset.range(90)
        .apply(
            lambda data: data.shard(hvd.size(), hvd.rank()).take(
                tf.data.experimental.cardinality(data) // hvd.size()
            ) if hvd.size() > 1 else data
        )
        .map(lambda n: (tf.cast([n], tf.float32) / 90.0, tf.cast([n], tf.float32)))
    )
    return numbers.repeat().batch(9)


config = tf.ConfigProto(allow_soft_placement=True)
config.gpu_options.visible_device_list = str(hvd.local_rank())
kept = tf.estimator.Estimator(
    model_fn, config=tf.estimator.RunConfig(model_dir="kept" if hvd.rank() == 0 else None, session_config=config)
)
kept.train(input_fn, max_steps=max(1, 40 // hvd.size()), hooks=[hvd.BroadcastGlobalVariablesHook(0)])

config = tf.ConfigProto(allow_soft_placement=True)
config.gpu_options.visible_device_list = str(hvd.local_rank())
longer = tf.estimator.Estimator(
    model_fn, "kept-longer" if hvd.rank() == 0 else None, config=tf.estimator.RunConfig(session_config=config)
)
longer.train(input_fn, steps=max(1, 40 // hvd.size()), hooks=[hvd.BroadcastGlobalVariablesHook(0)])

config = tf.ConfigProto(allow_soft_placement=True)
config.gpu_options.visible_device_list = str(hvd.local_rank())
temporary = tf.estimator.Estimator(
    model_fn, tempfile.mkdtemp(), config=tf.estimator.RunConfig(session_config=config)
)
temporary.train(input_fn, max_steps=max(1, 40 // hvd.size()), hooks=[hvd.BroadcastGlobalVariablesHook(0)])

if hvd.rank() == 0:
    shutil.rmtree("emptied", ignore_errors=True)
config = tf.ConfigProto(allow_soft_placement=True)
config.gpu_options.visible_device_list = str(hvd.local_rank())
emptied = tf.estimator.Estimator(
    model_fn,
    model_dir="emptied" if hvd.rank() == 0 else None,
    config=tf.estimator.RunConfig(session_config=config),
)
emptied.train(input_fn, max_steps=max(1, 40 // hvd.size()), hooks=[hvd.BroadcastGlobalVariablesHook(0)])
