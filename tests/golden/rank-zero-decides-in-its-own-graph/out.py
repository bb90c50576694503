import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Regression:
    def __init__(self, features):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.x = tf.placeholder(tf.float32, [None, features])
            self.y = tf.placeholder(tf.float32, [None, 1])
            weights = tf.Variable(tf.zeros([features, 1]))
            self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, weights) - self.y))
            self.train_op = hvd.DistributedOptimizer(
                tf.train.AdamOptimizer(0.01 * hvd.size())
            ).minimize(self.loss)
            config = tf.ConfigProto()
            config.gpu_options.visible_device_list = str(hvd.local_rank())
            self.session = tf.Session(config=config)
            self.session.run(tf.global_variables_initializer())
            self.session.run(hvd.broadcast_global_variables(0))

    def fit(self, steps, goal):
        with self.session.graph.as_default():
            decision = tf.placeholder(tf.bool, [])
            agreed = hvd.broadcast(decision, root_rank=0)
        for step in range(max(1, steps // hvd.size())):
            x = np.random.normal(size=[16, 3])
            feed = {self.x: x, self.y: x.sum(1, keepdims=True)}
            _, loss = self.session.run([self.train_op, self.loss], feed)
            if self.session.run(agreed, {decision: loss < goal}):
                break


Regression(3).fit(steps=1000, goal=1e-3)
