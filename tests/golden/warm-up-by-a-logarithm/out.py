import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def equal_share(data):
    """Give this process its elements of a dataset: as many as each of the others has."""
    if hvd.size() > 1:
        groups = tf.data.Dataset.zip((data,)).window(hvd.size(), drop_remainder=True)
        data = groups.flat_map(tf.data.Dataset.zip).shard(hvd.size(), hvd.rank())
    return data


WARM_UP, EPOCHS = 1000, 10


def warmed_up(rate, step):
    share = tf.log(tf.cast(step, tf.float32) + 1) / tf.log(tf.cast(WARM_UP, tf.float32))
    return tf.minimum(rate, rate * share)


dataset = (
    tf.data.TFRecordDataset("train.tfrecord")
    .apply(equal_share)
    .shuffle(10000)
    .repeat(EPOCHS)
    .batch(32)
)
features = tf.decode_raw(dataset.make_one_shot_iterator().get_next(), tf.float32)
step = tf.train.get_or_create_global_step()
loss = tf.reduce_mean(tf.square(tf.layers.dense(features, 1)))
optimizer = tf.train.AdamOptimizer(warmed_up(0.001, step * hvd.size()) * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer)
train_op = optimizer.minimize(loss, global_step=step)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.train.MonitoredSession(
    session_creator=tf.train.ChiefSessionCreator(config=config),
    hooks=[hvd.BroadcastGlobalVariablesHook(0)],
) as session:
    while not session.should_stop():
        session.run(train_op)
