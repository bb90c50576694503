import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Small:
    def __init__(self, rate):
        self.inputs = tf.placeholder(tf.float32, [None, 4])
        self.loss = tf.reduce_mean(tf.layers.dense(self.inputs, 1) ** 2)
        self.train = hvd.DistributedOptimizer(
            tf.train.AdamOptimizer(rate * hvd.size())
        ).minimize(self.loss)


class Large:
    def __init__(self, rate):
        self.inputs = tf.placeholder(tf.float32, [None, 4])
        self.loss = tf.reduce_mean(tf.layers.dense(tf.layers.dense(self.inputs, 64), 1) ** 2)
        self.train = hvd.DistributedOptimizer(
            tf.train.MomentumOptimizer(rate * hvd.size(), 0.9)
        ).minimize(self.loss)
