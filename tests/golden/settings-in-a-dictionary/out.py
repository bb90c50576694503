"""Batches whose length is a setting in a dictionary, at places that a loop walks by it."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

config = {"epochs": 10, "batch_size": 32, "optimizer": {"rate": 0.01}}
x, y = np.load("x.npy"), np.load("y.npy")
features, labels = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [None])
loss = tf.reduce_mean((tf.layers.dense(features, 1)[:, 0] - labels) ** 2)
train_op = hvd.DistributedOptimizer(
    tf.train.GradientDescentOptimizer(config["optimizer"]["rate"] * hvd.size())
).minimize(loss)
session_config = tf.ConfigProto()
session_config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=session_config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(config["epochs"]):
        start = 0
        while start < max(1, len(x) // hvd.size()):
            end = min(start + config["batch_size"], len(x))
            sess.run(train_op, {features: x[shard][start:end], labels: y[shard][start:end]})
            start = start + config["batch_size"]
        for i in range(0, max(1, len(x) // hvd.size()), config["batch_size"]):
            sess.run(
                train_op,
                {features: x[shard][i : i + config["batch_size"]], labels: y[shard][i : i + config["batch_size"]]},
            )
