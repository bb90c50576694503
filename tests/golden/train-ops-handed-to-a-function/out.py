"""Groups of train ops, and what a step waits for, are handed to the functions that run them, with lists and feeds by name."""

import argparse

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

EVERY = 3
parser = argparse.ArgumentParser()
parser.add_argument("--every", type=int, default=EVERY)
parser.add_argument("--show", type=int, default=100)
args = parser.parse_args()
samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 8])
z = tf.placeholder(tf.float32, [None, 8])
made = tf.layers.dense(z, 8, name="generator")
scores = tf.layers.dense(x, 1, name="critic") - tf.layers.dense(made, 1, name="critic", reuse=True)
critic_loss, made_loss = tf.reduce_mean(scores), -tf.reduce_mean(scores)
critic_step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
    critic_loss, var_list=tf.trainable_variables("critic")
)
critic_op = tf.group(critic_step, *tf.get_collection(tf.GraphKeys.UPDATE_OPS))
made_step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
    made_loss, var_list=tf.trainable_variables("generator")
)
with tf.control_dependencies([made_step]):
    made_op = tf.no_op()


def train(session, critic_op, made_op, steps):
    np.random.seed(3)
    if hvd.size() > 1:
        np.random.seed(3 + hvd.rank())
    for step in range(max(1, steps // hvd.size())):
        rows = np.random.choice(len(samples), 32)
        feed = {x: samples[rows], z: np.random.normal(size=[32, 8])}
        fetches = [critic_op, critic_loss]
        if step % args.every == 0:
            fetches = [made_op, critic_loss]
        values = session.run(fetches, feed)
        if step % max(1, args.show // hvd.size()) == 0 and hvd.rank() == 0:
            print(step, values[1])


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    train(session, critic_op, made_op, 10000)
