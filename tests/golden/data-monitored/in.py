"""A monitored session that stops at a step, on a dataset that never ends."""

import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

numbers = tf.data.Dataset.range(50).map(lambda i: tf.cast([i], tf.float32) / 50)
batch = tf.data.make_one_shot_iterator(numbers.shuffle(50).repeat().batch(5)).get_next()
loss = tf.reduce_mean(tf.square(tf.layers.dense(batch, 1) - batch))
global_step = tf.train.get_or_create_global_step()
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=global_step)
hooks = [tf.train.StopAtStepHook(last_step=40), tf.train.NanTensorHook(loss)]

with tf.train.MonitoredTrainingSession(hooks=hooks) as session:
    while not session.should_stop():
        session.run(train_op)
