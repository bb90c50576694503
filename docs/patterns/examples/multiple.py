"""Train a graph in a monitored session when there is a folder for checkpoints, else in a plain one."""

import sys

import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

w = tf.Variable([1.0, 2.0])
train_op = tf.train.AdamOptimizer(0.1).minimize(tf.reduce_sum(w * w))

if len(sys.argv) > 1:
    session = tf.train.MonitoredTrainingSession(checkpoint_dir=sys.argv[1])
else:
    session = tf.Session()
    session.run(tf.global_variables_initializer())
for step in range(100):
    session.run(train_op)
