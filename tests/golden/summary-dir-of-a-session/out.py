"""A session writes its summaries to a folder of their own; those of gradients go with the steps alone."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

features = (
    tf.data.Dataset.from_tensor_slices(np.load("features.npy"))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            tf.data.experimental.cardinality(data) // hvd.size()
        ) if hvd.size() > 1 else data
    )
    .shuffle(1000)
    .repeat()
    .batch(32)
)
loss = tf.reduce_mean(tf.layers.dense(features.make_one_shot_iterator().get_next(), 1) ** 2)
optimizer = tf.train.AdamOptimizer(0.001 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer)
pairs = optimizer.compute_gradients(loss)
tf.summary.scalar("norm", tf.global_norm([gradient for gradient, _ in pairs]))
train_op = optimizer.apply_gradients(pairs, global_step=tf.train.get_or_create_global_step())
stop = tf.train.StopAtStepHook(last_step=max(1, 1000 // hvd.size()))
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.train.MonitoredTrainingSession(
    checkpoint_dir="model" if hvd.rank() == 0 else None,
    summary_dir="logs" if hvd.rank() == 0 else None,
    hooks=[hvd.BroadcastGlobalVariablesHook(0), stop],
    config=config,
) as session:
    while not session.should_stop():
        session.run(train_op)
