"""A rate that falls by the passes over the data, which a variable of their own counts."""

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
    tf.data.TFRecordDataset("faces.tfrecords")
    .apply(equal_share)
    .map(tf.io.decode_raw)
    .batch(32)
)
iterator = dataset.make_initializable_iterator()
images = iterator.get_next()
passes = tf.Variable(-1, name="passes", trainable=False)
steps = tf.Variable(0, name="steps", trainable=False)
rate = tf.train.piecewise_constant(
    passes,
    boundaries=[4, 7],
    values=[0.1 * hvd.size(), 0.01 * hvd.size(), 0.001 * hvd.size()],
)
loss = tf.reduce_mean(tf.layers.dense(images, 1) ** 2)
train_op = hvd.DistributedOptimizer(tf.train.MomentumOptimizer(rate, 0.9)).minimize(loss)
next_pass = tf.assign_add(passes, 1)
next_step = tf.assign_add(steps, 1)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for epoch in range(12):
        sess.run(iterator.initializer)
        sess.run(next_pass)
        while True:
            try:
                sess.run([train_op, next_step])
            except tf.errors.OutOfRangeError:
                break
