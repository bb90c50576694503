"""What grows with the step: in a graph, though its loop counts what is left by fetched steps, and in an array made anew."""

import argparse

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()
parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=10000)
parser.add_argument("--grows", type=int, default=1000)
args = parser.parse_args()


def noisy(images, global_step):
    grown = lambda ramp: tf.minimum(tf.to_float(global_step) / ramp, 1.0)
    return images + tf.random.uniform([]) * grown(args.grows)


def shifts(most, count):
    found = np.zeros((count, 8))
    for i in range(count):
        found[i] = np.random.uniform(-most, most, 8)
    return found


images, moved = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [None, 8])
counter = tf.Variable(0, trainable=False)
loss = tf.reduce_mean(tf.layers.dense(noisy(images, global_step=counter * hvd.size()) + moved, 1) ** 2)
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss, global_step=counter)
x = np.load("x.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    taken = 0
    decision = tf.placeholder(tf.bool, [])
    agreed = hvd.broadcast(decision, root_rank=0)
    while session.run(agreed, {decision: taken < max(1, args.steps // hvd.size())}):
        for _ in range(max(1, min(300, args.steps - taken * hvd.size()) // hvd.size())):
            most = min(0.1 * (taken * hvd.size()) / args.grows, 0.1)
            given = {images: x[np.random.choice(len(x), 32)], moved: shifts(most, 32)}
            _, _, taken = session.run([step, loss, counter], given)
