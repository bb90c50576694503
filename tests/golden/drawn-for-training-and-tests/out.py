"""Samples to train on and to test by, both drawn before the session fills one iterator with them: each by a seed of its own."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

x, y = tf.placeholder(tf.float32, [None, 2]), tf.placeholder(tf.float32, [None, 1])
size = tf.placeholder(tf.int64, [])
dataset = (
    tf.data.Dataset.from_tensor_slices((x, y))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            tf.data.experimental.cardinality(data) // hvd.size()
        ) if hvd.size() > 1 else data
    )
    .batch(size)
    .repeat()
)
if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
train = (np.random.sample((100, 2)), np.random.sample((100, 1)))
if hvd.size() > 1:
    np.random.seed(2)  # the same data in all processes
test = (np.random.sample((20, 2)), np.random.sample((20, 1)))
iterator = dataset.make_initializable_iterator()
features, labels = iterator.get_next()
loss = tf.losses.mean_squared_error(labels, tf.layers.dense(features, 1))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(hvd.rank())
    session.run(iterator.initializer, {x: train[0], y: train[1], size: 16})
    for epoch in range(10):
        for _ in range(max(1, len(train[0]) // 16 // hvd.size())):
            session.run(train_op)
    if hvd.size() > 1:
        np.random.seed(hvd.rank())
    session.run(iterator.initializer, {x: test[0], y: test[1], size: 20})
    session_run = session.run(loss)
    if hvd.rank() == 0:
        print(session_run)
