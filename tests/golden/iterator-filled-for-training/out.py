"""An iterator is filled with the data for training, and with those for validation, which stay whole."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Trainer:
    def __init__(self, samples):
        data = tf.data.Dataset.from_tensor_slices(samples)
        train = (
            data.skip(1000)
            .apply(
                lambda data: data.shard(hvd.size(), hvd.rank()).take(
                    tf.data.experimental.cardinality(data) // hvd.size()
                ) if hvd.size() > 1 else data
            )
            .shuffle(10000)
            .batch(64)
        )
        validation = data.take(1000).batch(64)
        iterator = tf.data.Iterator.from_structure(tf.float32, [None, 32])
        self.fill_to_train = iterator.make_initializer(train)
        self.fill_to_validate = iterator.make_initializer(validation)
        self.loss = tf.reduce_mean(tf.layers.dense(iterator.get_next(), 1) ** 2)
        self.train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
            self.loss
        )

    def begin(self, sess):
        sess.run(self.fill_to_train)

    def validated(self, sess, fill):
        sess.run(fill)
        losses = []
        try:
            while True:
                losses.append(sess.run(self.loss))
        except tf.errors.OutOfRangeError:
            return np.mean(losses)

    def train(self, epochs):
        config = tf.ConfigProto()
        config.gpu_options.visible_device_list = str(hvd.local_rank())
        with tf.Session(config=config) as sess:
            sess.run(tf.global_variables_initializer())
            sess.run(hvd.broadcast_global_variables(0))
            for epoch in range(epochs):
                self.begin(sess)
                try:
                    while True:
                        sess.run(self.train_op)
                except tf.errors.OutOfRangeError:
                    pass
                loss = self.validated(sess, self.fill_to_validate)
                if hvd.rank() == 0:
                    print(epoch, loss)


Trainer(np.load("samples.npy")).train(10)
