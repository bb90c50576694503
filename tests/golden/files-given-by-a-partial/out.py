"""An input function is handed on with its files, and what it is handed to calls it without any."""
import functools
import glob

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def in_one_order(elements):
    """List elements that have no order of their own: sorted, so that all processes have the same."""
    return (list if hvd.size() == 1 else sorted)(elements)


def read(files, size):
    data = (
        tf.data.TFRecordDataset(files)
        .apply(lambda data: data.shard(hvd.size(), hvd.rank()) if hvd.size() > 1 else data)
        .shuffle(1000)
        .repeat()
    )
    data = data.map(lambda each: tf.reshape(tf.decode_raw(each, tf.float32), [64]))
    return data.batch(size).make_one_shot_iterator().get_next()


def build(samples):
    batch = samples()
    loss = tf.reduce_mean(tf.layers.dense(batch, 1) ** 2)
    return hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)


step_op = build(
    functools.partial(read, files=in_one_order(glob.glob("samples/*.tfrecord")), size=32)
)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 10000 // hvd.size())):
        session.run(step_op)
