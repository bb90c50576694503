import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()


class Regression:
    """A graph and a session of its own."""

    def __init__(self, rate):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.x = tf.placeholder(tf.float32, [None, 1])
            self.w = tf.get_variable("w", [1, 1])
            self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) - 2 * self.x))
            self.optimizer = tf.train.GradientDescentOptimizer(rate * hvd.size())
            self.optimizer = hvd.DistributedOptimizer(self.optimizer)
            self.step = self.optimizer.minimize(self.loss)
            self.init = tf.global_variables_initializer()
        config = tf.ConfigProto()
        config.gpu_options.visible_device_list = str(hvd.local_rank())
        self.sess = tf.Session(graph=self.graph, config=config)

    def fit(self, data, epochs=3):
        self.sess.run(self.init)
        with self.sess.graph.as_default():
            self.sess.run(hvd.broadcast_global_variables(0))
        shard = slice(hvd.rank(), len(data) // hvd.size() * hvd.size(), hvd.size())
        for _ in range(epochs):
            for i in range(0, max(1, len(data) // hvd.size()), 8):
                self.sess.run(self.step, {self.x: data[shard][i:i + 8]})
        return self.sess.run(self.w)


data = np.random.RandomState(0).rand(64, 1)
for rate in (0.1, 0.2):
    fit_result = Regression(rate).fit(data)
    if hvd.rank() == 0:
        print(rate, fit_result)
