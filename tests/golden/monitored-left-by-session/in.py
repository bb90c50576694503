"""A loop without end is left when its session says so."""

import argparse
import numpy as np
import tensorflow.compat.v1 as tf

parser = argparse.ArgumentParser()
parser.add_argument("--num_steps", type=int, default=1000)
args = parser.parse_args()


def build():
    data = (
        tf.data.TFRecordDataset(["a.tfrecord"])
        .map(lambda r: tf.decode_raw(r, tf.float32))
        .repeat()
        .shuffle(1000)
        .batch(8)
    )
    x = tf.data.make_one_shot_iterator(data).get_next()
    loss = tf.reduce_mean(tf.square(tf.layers.dense(tf.reshape(x, [-1, 4]), 1)))
    return tf.train.AdamOptimizer(1e-3).minimize(loss, global_step=tf.train.get_or_create_global_step())


train_op = build()
step = tf.train.get_or_create_global_step()
with tf.train.MonitoredTrainingSession(
    checkpoint_dir="ckpt", hooks=[tf.train.StopAtStepHook(last_step=args.num_steps)]
) as sess:
    while True:
        if sess.should_stop():
            break
        n, _ = sess.run([step, train_op])
        if n % 100 == 1:
            print(n)
