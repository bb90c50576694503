"""A loop without end is left when its session says so."""

import argparse
import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

parser = argparse.ArgumentParser()
parser.add_argument("--num_steps", type=int, default=1000)
args = parser.parse_args()


def build():
    data = (
        tf.data.TFRecordDataset(["a.tfrecord"])
        .apply(lambda data: data.shard(hvd.size(), hvd.rank()) if hvd.size() > 1 else data)
        .map(lambda r: tf.decode_raw(r, tf.float32))
        .repeat()
        .shuffle(1000)
        .batch(8)
    )
    x = tf.data.make_one_shot_iterator(data).get_next()
    loss = tf.reduce_mean(tf.square(tf.layers.dense(tf.reshape(x, [-1, 4]), 1)))
    return hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(
        loss, global_step=tf.train.get_or_create_global_step()
    )


train_op = build()
step = tf.train.get_or_create_global_step()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.train.MonitoredTrainingSession(
    checkpoint_dir="ckpt" if hvd.rank() == 0 else None,
    hooks=[
        hvd.BroadcastGlobalVariablesHook(0),
        tf.train.StopAtStepHook(last_step=max(1, args.num_steps // hvd.size())),
    ],
    config=config
) as sess:
    while True:
        if sess.should_stop():
            break
        n, _ = sess.run([step, train_op])
        if n % max(2, 100 // hvd.size()) == 1 and hvd.rank() == 0:
            print(n)
