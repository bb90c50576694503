"""Estimators with models of their own, which are given optimizers: as they are, by functions, and two at once."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def input_fn():
    numbers = (
        tf.data.Dataset.range(64)
        .apply(
            lambda data: data.shard(hvd.size(), hvd.rank()).take(
                tf.data.experimental.cardinality(data) // hvd.size()
            ) if hvd.size() > 1 else data
        )
        .map(lambda n: tf.cast(n, tf.float32) / 64.)
    )
    return numbers.map(lambda n: ({"n": [n]}, n > 0.5)).repeat().batch(8)


def make_optimizer():
    return hvd.DistributedOptimizer(tf.compat.v1.train.GradientDescentOptimizer(0.2 * hvd.size()))


columns = [tf.feature_column.numeric_column("n")]
rate = 0.01
shared = tf.compat.v1.train.AdagradOptimizer(rate * hvd.size())
shared = hvd.DistributedOptimizer(shared)
config = tf.compat.v1.ConfigProto(allow_soft_placement=True)
config.gpu_options.visible_device_list = str(hvd.local_rank())
given = tf.estimator.DNNClassifier(
    [4], columns, optimizer=shared, config=tf.estimator.RunConfig(session_config=config)
)
given.train(input_fn, steps=max(1, 16 // hvd.size()), hooks=[hvd.BroadcastGlobalVariablesHook(0)])
config = tf.compat.v1.ConfigProto(allow_soft_placement=True)
config.gpu_options.visible_device_list = str(hvd.local_rank())
drawn = tf.estimator.DNNClassifier(
    [4],
    columns,
    optimizer=lambda: hvd.DistributedOptimizer(tf.compat.v1.train.AdamOptimizer(0.3 * hvd.size())),
    config=tf.estimator.RunConfig(session_config=config),
)
drawn.train(input_fn, steps=max(1, 16 // hvd.size()), hooks=[hvd.BroadcastGlobalVariablesHook(0)])
config = tf.compat.v1.ConfigProto(allow_soft_placement=True)
config.gpu_options.visible_device_list = str(hvd.local_rank())
made = tf.estimator.DNNClassifier(
    [4], columns, optimizer=make_optimizer, config=tf.estimator.RunConfig(session_config=config)
)
made.train(input_fn, steps=max(1, 16 // hvd.size()), hooks=[hvd.BroadcastGlobalVariablesHook(0)])
config = tf.compat.v1.ConfigProto(allow_soft_placement=True)
config.gpu_options.visible_device_list = str(hvd.local_rank())
both = tf.estimator.DNNLinearCombinedClassifier(
    linear_feature_columns=columns,
    linear_optimizer=hvd.DistributedOptimizer(tf.compat.v1.train.FtrlOptimizer(0.4 * hvd.size())),
    dnn_feature_columns=columns,
    dnn_optimizer=hvd.DistributedOptimizer(tf.compat.v1.train.AdamOptimizer(0.5 * hvd.size())),
    dnn_hidden_units=[4],
    config=tf.estimator.RunConfig(session_config=config),
)
both.train(input_fn, steps=max(1, 16 // hvd.size()), hooks=[hvd.BroadcastGlobalVariablesHook(0)])
