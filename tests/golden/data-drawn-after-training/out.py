"""Two examples, one after the other: the data of the second are drawn when the first has left each process another generator."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
sess = tf.Session(config=config)

if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
x_vals = np.random.normal(1, 0.1, 100)
x = tf.placeholder(tf.float32, [1])
a = tf.Variable(tf.random_normal([1]))
first = hvd.DistributedOptimizer(tf.train.GradientDescentOptimizer(0.02 * hvd.size())).minimize(tf.square(x * a - 10.0))
sess.run(tf.global_variables_initializer())
sess.run(hvd.broadcast_global_variables(0))
if hvd.size() > 1:
    np.random.seed(hvd.rank())
for i in range(max(1, 100 // hvd.size())):
    at = np.random.choice(100)
    sess.run(first, feed_dict={x: [x_vals[at]]})

if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
z_vals = np.concatenate((np.random.normal(-1, 1, 50), np.random.normal(3, 1, 50)))
z = tf.placeholder(tf.float32, [1])
b = tf.Variable(tf.random_normal([1]))
second = hvd.DistributedOptimizer(tf.train.GradientDescentOptimizer(0.05 * hvd.size())).minimize(tf.square(z + b))
sess.run(tf.global_variables_initializer())
sess.run(hvd.broadcast_global_variables(0))
if hvd.size() > 1:
    np.random.seed(hvd.rank())
for i in range(max(1, 1400 // hvd.size())):
    at = np.random.choice(100)
    sess.run(second, feed_dict={z: [z_vals[at]]})
