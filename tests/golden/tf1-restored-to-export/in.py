"""A session that trains, or restores what was trained and predicts: a broadcast belongs to the training alone."""
import argparse

import numpy as np
import tensorflow as tf

options = argparse.ArgumentParser()
options.add_argument("--mode", default="train")
options.add_argument("--resume", action="store_true")
args = options.parse_args()
data = np.load("data.npy")
x = tf.placeholder(tf.float32, [None, 4])
predicted = tf.layers.dense(x, 1)
train_op = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean(predicted ** 2))
saver = tf.train.Saver()


def restore(sess):
    path = tf.train.latest_checkpoint("saved")
    if path is None:
        return False
    saver.restore(sess, path)
    return True


def main():
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        if args.mode == "train":
            if args.resume:
                restore(sess)
            for _ in range(10000):
                sess.run(train_op, {x: data[np.random.choice(len(data), 32)]})
            saver.save(sess, "saved/model")
        elif args.mode == "predict":
            if not restore(sess):
                return
            print(sess.run(predicted, {x: data[:8]}))


main()
