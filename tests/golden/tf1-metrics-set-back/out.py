"""Counters of metrics are set back before they are counted anew: no broadcast, which would grow the graph."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

inputs = np.load("inputs.npy")
x = tf.placeholder(tf.float32, [None, 4])
weights = tf.Variable(tf.zeros([4, 1]))
loss = tf.reduce_mean(tf.square(tf.matmul(x, weights) - 1))
with tf.name_scope("metrics"):
    mean, update = tf.metrics.mean(loss)
    error, error_update = tf.metrics.mean_absolute_error(tf.ones_like(x), x, name="error")
reset = tf.variables_initializer([each for each in tf.local_variables() if each.name.startswith("metrics")])
errors = tf.get_collection(tf.GraphKeys.LOCAL_VARIABLES, scope="metrics/error")
reset_error = tf.variables_initializer(var_list=errors)
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    session.run(hvd.broadcast_global_variables(0))
    for turn in range(max(1, 5000 // hvd.size())):
        session.run(reset)
        session.run(reset_error)
        session.run([train, update, error_update], {x: inputs[np.random.randint(0, len(inputs), 32)]})
        if hvd.rank() == 0:
            print(session.run([mean, error]))
