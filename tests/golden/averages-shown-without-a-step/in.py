"""A session saves summaries of averaged gradients, on rank 0, and its first run takes no step."""

import numpy as np
import tensorflow as tf

features = tf.data.Dataset.from_tensor_slices(np.load("features.npy")).shuffle(1000).repeat().batch(32)
loss = tf.reduce_mean(tf.layers.dense(features.make_one_shot_iterator().get_next(), 1) ** 2)
step = tf.train.get_or_create_global_step()
optimizer = tf.train.AdamOptimizer(0.001)
pairs = optimizer.compute_gradients(loss)
norm = tf.global_norm([gradient for gradient, _ in pairs])
tf.summary.scalar("norm", norm)
train_op = optimizer.apply_gradients(pairs, global_step=step)
hooks = [
    tf.train.StopAtStepHook(last_step=1000),
    tf.train.LoggingTensorHook({"loss": loss}, every_n_iter=10),
    tf.train.LoggingTensorHook({"norm": norm}, every_n_iter=10),
]
with tf.train.MonitoredTrainingSession(checkpoint_dir="model", hooks=hooks) as session:
    print(session.run(step))
    while not session.should_stop():
        session.run(train_op)
