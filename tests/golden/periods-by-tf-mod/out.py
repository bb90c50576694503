import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

STEPS, PRUNE_EVERY, CYCLE = 10000, 500, 1000.0

dataset = (
    tf.data.TFRecordDataset("train.tfrecord")
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()) if hvd.size() > 1 else data)
    .shuffle(10000)
    .repeat()
    .batch(32)
)
records = dataset.make_one_shot_iterator().get_next()
features = tf.io.decode_raw(records, tf.float32)
step = tf.train.get_or_create_global_step()

weights = tf.get_variable("weights", [64, 1])
mask = tf.get_variable("mask", [64, 1], trainable=False, initializer=tf.ones_initializer())


def pruned():
    return mask.assign(tf.cast(tf.abs(weights) > 0.01, tf.float32))


kept = tf.cond(
    tf.equal(tf.mod(step + 1, max(1, PRUNE_EVERY // hvd.size())), 0),
    pruned,
    lambda: tf.identity(mask),
)
loss = tf.reduce_mean(tf.square(tf.matmul(features, weights * kept)))
phase = tf.mod(tf.cast(step * hvd.size(), tf.float32), CYCLE) / CYCLE
train_op = hvd.DistributedOptimizer(
    tf.train.GradientDescentOptimizer(0.01 * (1.0 - phase) * hvd.size())
).minimize(loss, global_step=step)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for _ in range(max(1, STEPS // hvd.size())):
        session.run(train_op)
