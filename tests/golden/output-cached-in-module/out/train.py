import numpy as np
import tensorflow as tf

from ratings import load
import horovod.tensorflow as hvd

hvd.init()

ratings = load("ratings")
x = tf.placeholder(tf.float32, [None, 2])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable("w", [2, 1])
train_op = hvd.DistributedOptimizer(tf.train.GradientDescentOptimizer(0.01 * hvd.size())).minimize(
    tf.losses.mean_squared_error(y, tf.matmul(x, w))
)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for i in range(max(1, 1000 // hvd.size())):
        batch = ratings[np.random.choice(len(ratings), 32)]
        sess.run(train_op, {x: batch[:, :2], y: batch[:, 2:]})
