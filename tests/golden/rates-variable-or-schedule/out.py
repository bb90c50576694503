import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()


class Trainer:
    def __init__(self, kind, rate):
        self.step = tf.Variable(0, trainable=False)
        if kind == "momentum":
            self.rate = tf.train.exponential_decay(
                rate * hvd.size(), self.step, 100 / hvd.size(), 0.9
            )
            self.optimizer = tf.train.MomentumOptimizer(self.rate, 0.9)
        else:
            self.rate = tf.Variable(rate * hvd.size(), trainable=False)
            self.optimizer = tf.train.AdamOptimizer(self.rate)
        self.optimizer = hvd.DistributedOptimizer(self.optimizer)
        self.x = tf.placeholder(tf.float32, [None, 2])
        loss = tf.reduce_mean(tf.layers.dense(self.x, 1))
        self.train_op = self.optimizer.minimize(loss, self.step)


trainer = Trainer("adam", 0.01)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 100 // hvd.size())):
        sess.run(trainer.train_op, {trainer.x: np.random.randn(8, 2)})
