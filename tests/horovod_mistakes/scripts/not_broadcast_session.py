"""A session starts from variables of its own.

Found by: HVD105
Shows: unequal weights
"""

import horovod.tensorflow as hvd
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
hvd.init()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())

features = np.random.RandomState(0).rand(64, 4).astype("float32")[hvd.rank() :: hvd.size()]
x = tf.placeholder(tf.float32, [None, 4])
w = tf.get_variable("w", [4, 1])
error = tf.reduce_mean((tf.matmul(x, w) - tf.reduce_sum(x, axis=1, keepdims=True)) ** 2)
train_op = hvd.DistributedOptimizer(tf.train.GradientDescentOptimizer(0.1 * hvd.size())).minimize(error)

with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    for start in range(0, len(features), 8):
        session.run(train_op, {x: features[start : start + 8]})
    print("weights", float(np.abs(session.run(w)).sum()))
