import numpy as np
import tensorflow as tf
from tensorflow.python.ops import control_flow_ops
from tensorflow.python.training import moving_averages
import horovod.tensorflow as hvd

hvd.init()


def variable(name, shape, initializer, trainable=True):
    return tf.get_variable(name, shape, initializer=initializer, trainable=trainable)


def bn(x, c):
    shape = x.get_shape()[-1:]
    beta = variable("beta", shape, initializer=tf.zeros_initializer)
    moving_mean = variable("moving_mean", shape, initializer=tf.zeros_initializer, trainable=False)
    moving_variance = variable("moving_variance", shape, initializer=tf.ones_initializer, trainable=False)
    mean, variance = tf.nn.moments(x, [0])
    tf.add_to_collection("updates", moving_averages.assign_moving_average(moving_mean, mean, 0.9))
    tf.add_to_collection("updates", moving_averages.assign_moving_average(moving_variance, variance, 0.9))
    mean, variance = control_flow_ops.cond(
        c["is_training"], lambda: (mean, variance), lambda: (moving_mean, moving_variance)
    )
    return tf.nn.batch_normalization(x, mean, variance, beta, None, 0.001)


images, labels = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [None, 1])
is_training = tf.placeholder(tf.bool, [])
hidden = bn(tf.layers.dense(images, 16), {"is_training": is_training})
loss = tf.reduce_mean(tf.square(tf.layers.dense(hidden, 1) - labels))
train_op = tf.group(
    hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss),
    *tf.get_collection("updates"),
)
x, y = np.load("x.npy"), np.load("y.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(10):
        order = np.random.permutation(len(x))
        shard = slice(hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size())
        for start in range(0, max(1, len(x) // hvd.size()), 32):
            chosen = order[shard][start : start + 32]
            session.run(train_op, {images: x[chosen], labels: y[chosen], is_training: True})
