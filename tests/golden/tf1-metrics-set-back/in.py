"""Counters of metrics are set back before they are counted anew: no broadcast, which would grow the graph."""
import numpy as np
import tensorflow as tf

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
train = tf.train.AdamOptimizer(0.01).minimize(loss)
with tf.Session() as session:
    session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    for turn in range(5000):
        session.run(reset)
        session.run(reset_error)
        session.run([train, update, error_update], {x: inputs[np.random.randint(0, len(inputs), 32)]})
        print(session.run([mean, error]))
