"""A session that trains, or restores what was trained and predicts: a broadcast belongs to the training alone."""
import argparse

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

options = argparse.ArgumentParser()
options.add_argument("--mode", default="train")
options.add_argument("--resume", action="store_true")
args = options.parse_args()
data = np.load("data.npy")
x = tf.placeholder(tf.float32, [None, 4])
predicted = tf.layers.dense(x, 1)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(
    tf.reduce_mean(predicted ** 2)
)
saver = tf.train.Saver()


def restore(sess):
    path = tf.train.latest_checkpoint("saved")
    if path is None:
        return False
    saver.restore(sess, path)
    return True


def main():
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(hvd.broadcast_global_variables(0))
        if args.mode == "train":
            if args.resume:
                restore(sess)
            sess.run(hvd.broadcast_global_variables(0))
            for _ in range(max(1, 10000 // hvd.size())):
                sess.run(train_op, {x: data[np.random.choice(len(data), 32)]})
            if hvd.rank() == 0:
                saver.save(sess, "saved/model")
        elif args.mode == "predict":
            if not restore(sess):
                return
            if hvd.rank() == 0:
                print(sess.run(predicted, {x: data[:8]}))


main()
