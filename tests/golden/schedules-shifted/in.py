"""Decays that begin after a warm-up: the steps that they are given are shifted."""
import numpy as np
import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_integer("warmup", 100, "steps at a constant rate")
flags.DEFINE_integer("decay_steps", 1000, "steps until the rate has fallen")
FLAGS = flags.FLAGS


def with_warmup(step, base, warmup, decay_steps):
    falling = tf.train.exponential_decay(base, step - warmup, decay_steps, 0.5)
    return tf.where(tf.less(tf.cast(step, tf.int32), tf.constant(warmup)), tf.constant(base), falling)


inputs = np.load("inputs.npy")
x = tf.placeholder(tf.float32, [None, 4])
weights = tf.Variable(tf.zeros([4, 1]))
loss = tf.reduce_mean(tf.square(tf.matmul(x, weights) - 1))
step = tf.train.get_or_create_global_step()
rate = with_warmup(step, 0.1, FLAGS.warmup, FLAGS.decay_steps)
momentum = tf.train.polynomial_decay(0.9, tf.maximum(step, 10), 500)
train = tf.train.MomentumOptimizer(rate, momentum).minimize(loss, global_step=step)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for turn in range(5000):
        session.run(train, {x: inputs[np.random.randint(0, len(inputs), 32)]})
