import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

x = tf.placeholder(tf.float32, [None, 2])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(0.1 * hvd.size())
).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
sess = tf.Session(config=config)
tf.Session.run(sess, tf.global_variables_initializer())
sess.run(hvd.broadcast_global_variables(0))
for step in range(max(1, 100 // hvd.size())):
    tf.Session.run(sess, train_op, {x: np.random.rand(32, 2)})
