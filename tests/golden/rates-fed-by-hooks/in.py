import numpy as np
import tensorflow as tf


class Stages(tf.train.SessionRunHook):
    def __init__(self, step, rate):
        self.step, self.rate = step, rate

    def begin(self):
        self.value = 0.1

    def before_run(self, run_context):
        return tf.train.SessionRunArgs(self.step, feed_dict={self.rate: self.value})

    def after_run(self, run_context, run_values):
        step = run_values.results
        if step < 4000:
            self.value = 0.1
        else:
            self.value = 0.01


class Growing(tf.train.SessionRunHook):
    def __init__(self, part):
        self.part, self.now = part, 0

    def before_run(self, run_context):
        fetches = {"step": tf.train.get_global_step()}
        return tf.train.SessionRunArgs(fetches, feed_dict={self.part: min(1.0, (self.now + 1) / 500)})

    def after_run(self, run_context, run_values):
        self.now = run_values.results["step"]


class Warm(tf.train.SessionRunHook):
    def __init__(self, step, warm):
        self.step, self.warm = step, warm

    def before_run(self, run_context):
        part = min(1.0, run_context.session.run(self.step) / 500)
        return tf.train.SessionRunArgs(None, feed_dict={self.warm: part})


class Last(tf.train.SessionRunHook):
    def before_run(self, run_context):
        return tf.train.SessionRunArgs([tf.train.get_global_step()])

    def after_run(self, run_context, run_values):
        if run_values.results[0] >= 9000:
            run_context.request_stop()


samples = tf.data.Dataset.from_tensor_slices(np.load("samples.npy")).shuffle(1000).repeat().batch(32)
loss = tf.reduce_mean(tf.layers.dense(samples.make_one_shot_iterator().get_next(), 1) ** 2)
rate, part, warm = [tf.placeholder(tf.float32, []) for _ in range(3)]
step = tf.train.get_or_create_global_step()
train = tf.train.AdamOptimizer(rate * part * warm).minimize(loss, step)
hooks = [Stages(step, rate), Growing(part), Warm(step, warm), Last()]
with tf.train.MonitoredTrainingSession(hooks=hooks) as session:
    while not session.should_stop():
        session.run(train)
