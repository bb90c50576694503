import sys

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()


class SignOptimizer(tf.train.Optimizer):
    """Steps of one length."""

    def __init__(self, rate, name="Sign"):
        super().__init__(use_locking=False, name=name)
        self._rate = rate

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        steps = [v.assign_sub(self._rate * tf.sign(g)) for g, v in grads_and_vars if g is not None]
        return tf.group(*steps, name=name)


def make_optimizer(name, rate):
    optimizers = {"adam": tf.train.AdamOptimizer, "sgd": tf.train.GradientDescentOptimizer}
    return hvd.DistributedOptimizer(optimizers[name](rate * hvd.size()))


x = tf.placeholder(tf.float32, [None, 2])
first = tf.layers.dense(x, 1, name="first")
second = tf.layers.dense(x, 1, name="second")
third = tf.layers.dense(x, 1, name="third")

name = sys.argv[1] if len(sys.argv) > 1 else "rmsprop"
optimizer = tf.train.RMSPropOptimizer(0.01 * hvd.size())
if name == "sign":
    optimizer = SignOptimizer(0.01)
elif name == "adadelta":
    optimizer = tf.train.AdadeltaOptimizer(0.5 * hvd.size())
ops = [hvd.DistributedOptimizer(optimizer).minimize(tf.reduce_mean(tf.square(first - x[:, :1]))),
       hvd.DistributedOptimizer(optimizer).minimize(tf.reduce_mean(tf.square(second + x[:, 1:])))]

other = make_optimizer("adam", 0.005)
pairs = other.compute_gradients(tf.reduce_mean(tf.square(third)))
clipped = [(tf.clip_by_value(g, -1., 1.), v) for g, v in pairs if g is not None]
with tf.control_dependencies(ops):
    train_op = other.apply_gradients(clipped)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    points = np.random.RandomState(0).rand(160, 2)
    shard = slice(hvd.rank(), len(points) // hvd.size() * hvd.size(), hvd.size())
    for i in range(max(1, 20 // hvd.size())):
        sess.run(train_op, {x: points[shard][8 * i:8 * i + 8]})
