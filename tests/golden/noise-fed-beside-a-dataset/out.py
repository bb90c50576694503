"""Noise that is fed beside the elements of a dataset: each process draws its own, and the dataset needs none."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def equal_share(data):
    """Give this process its elements of a dataset: as many as each of the others has."""
    if hvd.size() > 1:
        groups = tf.data.Dataset.zip((data,)).window(hvd.size(), drop_remainder=True)
        data = groups.flat_map(tf.data.Dataset.zip).shard(hvd.size(), hvd.rank())
    return data


dataset = (
    tf.data.TFRecordDataset("a.tfrecord")
    .apply(equal_share)
    .map(lambda x: tf.decode_raw(x, tf.float32))
    .shuffle(1000)
    .batch(32)
    .repeat(10 if hvd.size() == 1 else None)
)
x = dataset.make_one_shot_iterator().get_next()
z = tf.placeholder(tf.float32, [32, 8])
fake = tf.layers.dense(z, 4)
loss = tf.reduce_mean(tf.square(fake - x))
step = tf.train.get_or_create_global_step()
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss, global_step=step)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for i in range(max(1, 1000 // hvd.size())):
        noise = np.random.uniform(-1, 1, (32, 8))
        sess.run(train_op, feed_dict={z: noise})
