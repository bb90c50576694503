"""What rank 0 writes in a loop that the end of the data leaves: no output fails by that."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def equal_share(data):
    """Give this process its elements of a dataset: as many as each of the others has."""
    if hvd.size() > 1:
        groups = tf.data.Dataset.zip((data,)).window(hvd.size(), drop_remainder=True)
        data = groups.flat_map(tf.data.Dataset.zip).shard(hvd.size(), hvd.rank())
    return data


def parse(record):
    read = tf.parse_single_example(record, {"x": tf.FixedLenFeature([20], tf.float32), "y": tf.FixedLenFeature([], tf.int64)})
    return read["x"], read["y"]


data = tf.data.TFRecordDataset(["a.tfrecord", "b.tfrecord"]).apply(equal_share).map(parse).shuffle(5000).batch(64)
iterator = data.make_initializable_iterator()
x, y = iterator.get_next()
logits = tf.layers.dense(x, 10)
loss = tf.losses.sparse_softmax_cross_entropy(y, logits)
step = tf.train.get_or_create_global_step()
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss, step)
summary = tf.summary.scalar("loss", loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    writer = tf.summary.FileWriter("logs") if hvd.rank() == 0 else None
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for epoch in range(10):
        sess.run(iterator.initializer)
        while True:
            try:
                _, shown, at = sess.run([train, summary, step])
                if hvd.rank() == 0:
                    writer.add_summary(shown, at)
            except (tf.errors.OutOfRangeError, StopIteration):
                break
