"""Batches whose length is a setting in a dictionary, at places that a loop walks by it."""

import numpy as np
import tensorflow as tf

config = {"epochs": 10, "batch_size": 32, "optimizer": {"rate": 0.01}}
x, y = np.load("x.npy"), np.load("y.npy")
features, labels = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [None])
loss = tf.reduce_mean((tf.layers.dense(features, 1)[:, 0] - labels) ** 2)
train_op = tf.train.GradientDescentOptimizer(config["optimizer"]["rate"]).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(config["epochs"]):
        start = 0
        while start < len(x):
            end = min(start + config["batch_size"], len(x))
            sess.run(train_op, {features: x[start:end], labels: y[start:end]})
            start = start + config["batch_size"]
        for i in range(0, len(x), config["batch_size"]):
            sess.run(train_op, {features: x[i : i + config["batch_size"]], labels: y[i : i + config["batch_size"]]})
