"""One iterator reads what is trained on, and then what is validated on: a part of each, in each process."""

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


files = tf.placeholder(tf.string, [None])
records = (
    tf.data.TFRecordDataset(files).apply(equal_share).map(lambda record: tf.decode_raw(record, tf.float32))
)
iterator = records.shuffle(1000).batch(64).make_initializable_iterator()
samples = tf.reshape(iterator.get_next(), [-1, 10])
loss = tf.reduce_mean(tf.layers.dense(samples, 1) ** 2)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)


def mean_loss(sess, *ops):
    losses = []
    while True:
        try:
            losses.append(sess.run([loss, *ops])[0])
        except tf.errors.OutOfRangeError:
            return np.mean(losses)


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for epoch in range(10):
        sess.run(iterator.initializer, {files: ["train.tfrecord"]})
        while True:
            try:
                sess.run(train_op)
            except tf.errors.OutOfRangeError:
                break
        sess.run(iterator.initializer, {files: ["validation.tfrecord"]})
        mean_loss_result = mean_loss(sess)
        if hvd.rank() == 0:
            print(epoch, mean_loss_result)
