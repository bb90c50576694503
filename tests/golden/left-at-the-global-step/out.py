"""Loops that go on, or are left, at a number of steps that a session gives."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

flags = tf.app.flags
flags.DEFINE_integer("steps", 10000, "Steps to train.")
FLAGS = flags.FLAGS
LONGER = 20000


def batches(path):
    data = (
        tf.data.TFRecordDataset(path)
        .apply(lambda data: data.shard(hvd.size(), hvd.rank()) if hvd.size() > 1 else data)
        .map(lambda record: tf.decode_raw(record, tf.float32))
    )
    return data.shuffle(100).repeat().batch(4).make_one_shot_iterator().get_next()


def main(_):
    loss = tf.reduce_mean(tf.layers.dense(batches("train.rec"), 2))
    global_step = tf.train.create_global_step()
    train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-4 * hvd.size())).minimize(
        loss, global_step=global_step
    )
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(hvd.broadcast_global_variables(0))
        while True:
            step, value, _ = sess.run([global_step, loss, train])
            if step % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
                print(step, value)
            if step >= max(1, FLAGS.steps // hvd.size()):
                break
        while tf.train.global_step(sess, global_step) < max(1, LONGER // hvd.size()):
            sess.run(train)


tf.app.run(main)
