import math

import numpy as np
import tensorflow as tf


class Stairs(tf.train.SessionRunHook):
    def __init__(self, step):
        self.step, self.value = step, 0.1

    def before_run(self, run_context):
        return tf.train.SessionRunArgs(self.step)

    def after_run(self, run_context, run_values):
        samples = 32 * (run_values.results + 1)
        self.value = 0.1 * 0.1 ** math.floor(samples / 128000)


class Slope(tf.train.SessionRunHook):
    def __init__(self, step):
        self.step, self.value = step, 1.0

    def before_run(self, run_context):
        return tf.train.SessionRunArgs([self.step])

    def after_run(self, run_context, run_values):
        self.value = 1 / (1 + run_values.results[0] / 4000)


class Ahead(tf.train.SessionRunHook):
    def __init__(self, step):
        self.step, self.value = step, 1.0

    def before_run(self, run_context):
        return tf.train.SessionRunArgs(self.step)

    def after_run(self, run_context, run_values):
        following = run_values.results + 1
        self.value = 0.5 ** (following // 3000)


x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
rate, slope, part = [tf.placeholder(tf.float32, []) for _ in range(3)]
step = tf.train.get_or_create_global_step()
train = tf.train.MomentumOptimizer(rate * slope * part, 0.9).minimize(loss, step)
stairs, flat, ahead = Stairs(step), Slope(step), Ahead(step)
samples = np.load("samples.npy")
with tf.train.MonitoredTrainingSession(hooks=[stairs, flat, ahead, tf.train.StopAtStepHook(last_step=9000)]) as session:
    while not session.should_stop():
        batch = samples[np.random.choice(len(samples), 32)]
        session.run(train, {x: batch, rate: stairs.value, slope: flat.value, part: ahead.value})
        now = step.eval(session)
        if now % 100 == 0:
            print("loss", session.run(loss, {x: batch}))
        if step.eval(session) % 1000 == 0:
            print("rate", stairs.value)
