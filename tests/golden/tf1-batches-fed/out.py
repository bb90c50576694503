"""Batches of a dataset that are run by themselves, and fed to the training step."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

data = np.load("data.npy")
dataset = (
    tf.data.Dataset.from_tensor_slices(data)
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            tf.data.experimental.cardinality(data) // hvd.size()
        ) if hvd.size() > 1 else data
    )
    .batch(32)
    .repeat()
)
batch = dataset.make_one_shot_iterator().get_next()
x = tf.placeholder(tf.float32, [None, 4])
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(
    tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for i in range(max(1, 1000 // hvd.size())):
        values = sess.run(batch)
        sess.run(train_op, feed_dict={x: values})
