"""Train in a monitored session, which counts steps, restores and saves checkpoints by itself."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

rng = np.random.RandomState(0)
x = rng.rand(1000, 20).astype("float32")
y = x[:, :5].sum(axis=1, keepdims=True)

dataset = tf.data.Dataset.from_tensor_slices((x, y)).repeat().shuffle(1000).batch(50)
features, targets = tf.data.make_one_shot_iterator(dataset).get_next()
loss = tf.losses.mean_squared_error(targets, tf.layers.dense(features, 1))
global_step = tf.train.get_or_create_global_step()
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss, global_step=global_step)

hooks = [tf.train.StopAtStepHook(last_step=200)]
with tf.train.MonitoredTrainingSession(checkpoint_dir="checkpoints", hooks=hooks) as session:
    while not session.should_stop():
        session.run(train_op)
