"""An estimator whose input function reads training and evaluation data, and one that is fed with arrays."""

import functools

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

points = np.arange(45, dtype="float32").reshape(-1, 1) / 45
values = points * 3 - 1


def model_fn(features, labels, mode):
    predictions = tf.layers.dense(features["x"], 1)
    loss = tf.losses.mean_squared_error(labels, predictions)
    if mode == tf.estimator.ModeKeys.EVAL:
        return tf.estimator.EstimatorSpec(mode, loss=loss)
    optimizer = tf.train.GradientDescentOptimizer(0.1 * hvd.size())
    optimizer = hvd.DistributedOptimizer(optimizer)
    train_op = optimizer.minimize(loss, global_step=tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)


def input_fn(is_training, batch_size):
    dataset = tf.data.Dataset.from_tensor_slices(({"x": points}, values))
    if is_training:
        if hvd.size() > 1:
            dataset = dataset.shard(hvd.size(), hvd.rank()).take(
                tf.data.experimental.cardinality(dataset) // hvd.size()
            )
        dataset = dataset.shuffle(45).repeat()
    dataset = dataset.batch(batch_size)
    return dataset


config = tf.ConfigProto(allow_soft_placement=True)
config.gpu_options.visible_device_list = str(hvd.local_rank())
estimator = tf.estimator.Estimator(
    model_fn,
    model_dir="model" if hvd.rank() == 0 else None,
    config=tf.estimator.RunConfig(session_config=config),
)
train_spec = tf.estimator.TrainSpec(
    functools.partial(input_fn, True, 4),
    max_steps=max(1, 20 // hvd.size()),
    hooks=[hvd.BroadcastGlobalVariablesHook(0)],
)
eval_spec = tf.estimator.EvalSpec(functools.partial(input_fn, is_training=False, batch_size=9))
tf.estimator.train_and_evaluate(estimator, train_spec, eval_spec)

shard = slice(hvd.rank(), len(points) // hvd.size() * hvd.size(), hvd.size())
feed = tf.estimator.inputs.numpy_input_fn(
    {"x": points[shard]}, values[shard], batch_size=4, num_epochs=None, shuffle=True
)
estimator.train(feed, steps=max(1, 10 // hvd.size()), hooks=[hvd.BroadcastGlobalVariablesHook(0)])
