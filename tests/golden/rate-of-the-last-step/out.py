import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Embedding:
    def __init__(self, data, epochs=100, batch_size=200, rate=None):
        self.data = data
        self.batch_size = batch_size
        self.steps = epochs * len(data) // batch_size
        self.rate = rate
        if self.rate is None:
            self.rate = tf.train.inverse_time_decay(
                0.03 * hvd.size(), self.steps, decay_steps=1, decay_rate=0.9999
            )
        config = tf.ConfigProto()
        config.gpu_options.visible_device_list = str(hvd.local_rank())
        self.session = tf.Session(config=config)
        self.train()

    def train(self):
        x = tf.placeholder(tf.float32, [None, 8])
        loss = tf.reduce_sum(tf.square(tf.layers.dense(tf.layers.dense(x, 2), 8) - x))
        train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(self.rate)).minimize(loss)
        self.session.run(tf.global_variables_initializer())
        self.session.run(hvd.broadcast_global_variables(0))
        for step in range(max(1, self.steps // hvd.size())):
            index = np.random.randint(len(self.data), size=self.batch_size)
            self.session.run(train_op, {x: self.data[index]})


Embedding(np.load("data.npy"))
