"""A session writes its summaries to a folder of their own; those of gradients go with the steps alone."""

import numpy as np
import tensorflow as tf

features = tf.data.Dataset.from_tensor_slices(np.load("features.npy")).shuffle(1000).repeat().batch(32)
loss = tf.reduce_mean(tf.layers.dense(features.make_one_shot_iterator().get_next(), 1) ** 2)
optimizer = tf.train.AdamOptimizer(0.001)
pairs = optimizer.compute_gradients(loss)
tf.summary.scalar("norm", tf.global_norm([gradient for gradient, _ in pairs]))
train_op = optimizer.apply_gradients(pairs, global_step=tf.train.get_or_create_global_step())
stop = tf.train.StopAtStepHook(last_step=1000)
with tf.train.MonitoredTrainingSession(checkpoint_dir="model", summary_dir="logs", hooks=[stop]) as session:
    while not session.should_stop():
        session.run(train_op)
