"""Sessions whose loops are left by a loss: of an attribute, and known to a function."""
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()


class A:
    def __init__(self):
        self.w = tf.get_variable("w", [])
        self.train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1 * hvd.size())).minimize(
            tf.square(self.w - tf.random.normal([]))
        )
        config = tf.ConfigProto()
        config.gpu_options.visible_device_list = str(hvd.local_rank())
        self.sess = tf.Session(config=config)
        self.sess.run(tf.global_variables_initializer())
        self.sess.run(hvd.broadcast_global_variables(0))
    def step(self):
        _, l = self.sess.run([self.train_op, self.w])
        return l
    def fit(self):
        decision = tf.placeholder(tf.bool, [])
        agreed = hvd.broadcast(decision, root_rank=0)
        for epoch in range(3):
            for i in range(max(1, 20 // hvd.size())):
                l = self.step()
                if self.sess.run(agreed, {decision: l < 0.1}):
                    break
def optimize(n):
    decision = tf.placeholder(tf.bool, [])
    agreed = hvd.broadcast(decision, root_rank=0)
    for i in range(max(1, n // hvd.size())):
        _, l = session.run([train, w])
        if session.run(agreed, {decision: l < 1}): return i
a = A()
a.fit()
w = tf.get_variable("v", [])
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1 * hvd.size())).minimize(
    tf.square(w - tf.random.normal([]))
)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
session = tf.Session(config=config)
session.run(tf.global_variables_initializer())
session.run(hvd.broadcast_global_variables(0))
optimize(10)
