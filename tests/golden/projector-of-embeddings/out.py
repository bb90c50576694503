"""The projector's settings are written by the writer of event files, which only rank 0 has; PrettyPrinter shows flags."""

import pprint

import numpy as np
import tensorflow as tf
import tensorflow.contrib.slim as slim
from tensorflow.contrib.tensorboard.plugins import projector
import horovod.tensorflow as hvd

hvd.init()

printer = pprint.PrettyPrinter()
if hvd.rank() == 0:
    printer.pprint({"rate": 0.001})
words = np.load("words.npy")
x = tf.placeholder(tf.int32, [None])
table = tf.Variable(tf.random_uniform([1000, 16]), name="table")
loss = tf.reduce_mean(tf.square(tf.layers.dense(tf.nn.embedding_lookup(table, x), 1)))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
slim.model_analyzer.analyze_vars(tf.trainable_variables(), print_info=True if hvd.rank() == 0 else 0)
session_config = tf.ConfigProto()
session_config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=session_config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    writer = tf.summary.FileWriter("logs", sess.graph) if hvd.rank() == 0 else None
    config = projector.ProjectorConfig()
    config.embeddings.add().tensor_name = table.name
    if hvd.rank() == 0:
        projector.visualize_embeddings(writer, config)
    shard = slice(hvd.rank(), len(words) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        for start in range(0, max(1, len(words) // hvd.size()), 32):
            sess.run(train_op, {x: words[shard][start : start + 32]})
