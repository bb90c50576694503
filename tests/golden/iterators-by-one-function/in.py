"""Samples for training and for a look at others, which one function of a class gives: each process has a part of both."""

import tensorflow as tf


class Loader:
    def __init__(self, files, batch_size, training):
        self.files = files
        self.batch_size = batch_size
        self.training = training

    def parse(self, record):
        parsed = tf.parse_single_example(record, {"x": tf.FixedLenFeature([20], tf.float32), "y": tf.FixedLenFeature([], tf.int64)})
        return parsed["x"], parsed["y"]

    def batches(self):
        data = tf.data.TFRecordDataset(self.files).map(self.parse)
        if self.training:
            data = data.shuffle(1000)
        data = data.repeat().batch(self.batch_size)
        return data.make_one_shot_iterator().get_next()


x, y = Loader(["a.tfrecord"], 32, True).batches()
vx, vy = Loader(["v.tfrecord"], 32, False).batches()
layer = tf.layers.Dense(10)
loss = tf.losses.sparse_softmax_cross_entropy(y, layer(x))
held = tf.losses.sparse_softmax_cross_entropy(vy, layer(vx))
train = tf.train.AdamOptimizer(0.001).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(10000):
        _, value = sess.run([train, loss])
        if step % 100 == 0:
            print(step, value, sess.run(held))
