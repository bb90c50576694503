"""A graph that reads a dataset: to its end, and for a number of steps."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()

points = np.arange(45, dtype="float32").reshape(-1, 1) / 45


def read(points):
    dataset = tf.data.Dataset.from_tensor_slices((points, points * 3 - 1))
    if hvd.size() > 1:
        dataset = dataset.shard(hvd.size(), hvd.rank()).take(
            tf.data.experimental.cardinality(dataset) // hvd.size()
        )
    dataset = dataset.shuffle(45).batch(4)
    return dataset.make_initializable_iterator()


iterator = read(points)
features, labels = iterator.get_next()
predictions = tf.layers.dense(features, 1)
loss = tf.losses.mean_squared_error(labels, predictions)
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(0.05 * hvd.size())
).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for epoch in range(2):
        sess.run(iterator.initializer)
        while True:
            try:
                sess.run(train_op)
            except tf.errors.OutOfRangeError:
                break
    sess.run(iterator.initializer)
    for step in range(max(1, 6 // hvd.size())):
        sess.run(train_op)
