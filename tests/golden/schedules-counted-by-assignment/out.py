"""A rate by hand that follows a step which a statement of the graph adds one to."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

data = np.load("data.npy")
x = tf.placeholder(tf.float32, [None, 3])
step = tf.Variable(0, trainable=False)
loss = tf.reduce_mean((tf.layers.dense(x, 3) - x) ** 2)
rate = 0.1 * 0.5 ** (tf.cast(step * hvd.size(), tf.float32) / 1000)
counted = tf.assign_add(step, 1)
with tf.control_dependencies([counted]):
    train_op = hvd.DistributedOptimizer(
        tf.train.AdamOptimizer(rate * hvd.size())
    ).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for i in range(max(1, 3000 // hvd.size())):
        sess.run(train_op, {x: data[np.random.choice(len(data), 32)]})
