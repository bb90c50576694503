"""A folder named by options, and scopes and variables of a graph whose names look as it may: none of them is read."""

import argparse
import os

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--dataset")
parser.add_argument("--folder")
options = parser.parse_args()
folder = options.dataset + "_" + options.folder
if not os.path.isdir(folder):
    os.makedirs(folder)
log = open(os.path.join(folder, "log.txt"), "w")
data = np.load("signals.npy")
x = tf.placeholder(tf.float32, [None, 8])
with tf.variable_scope("first_layer"):
    w = tf.get_variable("first_weights", [8, 1])
    steps = tf.Variable(0, name="all_steps", trainable=False)
with tf.name_scope("last_layer"):
    loss = tf.reduce_mean(tf.matmul(x, w) ** 2)
tf.summary.scalar("mean_loss", loss)
train_op = tf.train.AdamOptimizer(0.001).minimize(loss, global_step=steps)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        for i in range(len(data) // 32):
            _, value = session.run([train_op, loss], {x: data[i * 32 : (i + 1) * 32]})
        log.write("%f\n" % value)
log.close()
