"""A monitored session that stops at a step, on a dataset that never ends."""

import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()

numbers = (
    tf.data.Dataset.range(50)
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            tf.data.experimental.cardinality(data) // hvd.size()
        ) if hvd.size() > 1 else data
    )
    .map(lambda i: tf.cast([i], tf.float32) / 50)
)
batch = tf.data.make_one_shot_iterator(numbers.shuffle(50).repeat().batch(5)).get_next()
loss = tf.reduce_mean(tf.square(tf.layers.dense(batch, 1) - batch))
global_step = tf.train.get_or_create_global_step()
train_op = hvd.DistributedOptimizer(
    tf.train.GradientDescentOptimizer(0.1 * hvd.size())
).minimize(loss, global_step=global_step)
hooks = [
    tf.train.StopAtStepHook(last_step=max(1, 40 // hvd.size())),
    tf.train.NanTensorHook(loss),
]

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.train.MonitoredTrainingSession(
    hooks=[hvd.BroadcastGlobalVariablesHook(0), *hooks], config=config
) as session:
    while not session.should_stop():
        session.run(train_op)
