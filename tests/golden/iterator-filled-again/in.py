"""One iterator reads what is trained on, and then what is validated on: a part of each, in each process."""

import numpy as np
import tensorflow as tf

files = tf.placeholder(tf.string, [None])
records = tf.data.TFRecordDataset(files).map(lambda record: tf.decode_raw(record, tf.float32))
iterator = records.shuffle(1000).batch(64).make_initializable_iterator()
samples = tf.reshape(iterator.get_next(), [-1, 10])
loss = tf.reduce_mean(tf.layers.dense(samples, 1) ** 2)
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)


def mean_loss(sess, *ops):
    losses = []
    while True:
        try:
            losses.append(sess.run([loss, *ops])[0])
        except tf.errors.OutOfRangeError:
            return np.mean(losses)


with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        sess.run(iterator.initializer, {files: ["train.tfrecord"]})
        while True:
            try:
                sess.run(train_op)
            except tf.errors.OutOfRangeError:
                break
        sess.run(iterator.initializer, {files: ["validation.tfrecord"]})
        print(epoch, mean_loss(sess))
