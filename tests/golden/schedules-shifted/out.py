"""Decays that begin after a warm-up: the steps that they are given are shifted."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

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
rate = with_warmup(step * hvd.size(), 0.1, FLAGS.warmup, FLAGS.decay_steps)
momentum = tf.train.polynomial_decay(0.9, tf.maximum(step * hvd.size(), 10), 500)
train = hvd.DistributedOptimizer(tf.train.MomentumOptimizer(rate * hvd.size(), momentum)).minimize(
    loss, global_step=step
)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for turn in range(max(1, 5000 // hvd.size())):
        session.run(train, {x: inputs[np.random.randint(0, len(inputs), 32)]})
