"""The projector's settings are written by the writer of event files, which only rank 0 has; PrettyPrinter shows flags."""

import pprint

import numpy as np
import tensorflow as tf
import tensorflow.contrib.slim as slim
from tensorflow.contrib.tensorboard.plugins import projector

printer = pprint.PrettyPrinter()
printer.pprint({"rate": 0.001})
words = np.load("words.npy")
x = tf.placeholder(tf.int32, [None])
table = tf.Variable(tf.random_uniform([1000, 16]), name="table")
loss = tf.reduce_mean(tf.square(tf.layers.dense(tf.nn.embedding_lookup(table, x), 1)))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
slim.model_analyzer.analyze_vars(tf.trainable_variables(), print_info=True)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    writer = tf.summary.FileWriter("logs", sess.graph)
    config = projector.ProjectorConfig()
    config.embeddings.add().tensor_name = table.name
    projector.visualize_embeddings(writer, config)
    for epoch in range(10):
        for start in range(0, len(words), 32):
            sess.run(train_op, {x: words[start : start + 32]})
