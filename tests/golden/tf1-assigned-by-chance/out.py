"""Word vectors, drawn by chance where a file has none, are assigned once the variables are initialised."""

import sys

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Model:
    def __init__(self):
        self.inputs = tf.placeholder(tf.int32, [None, 4])
        self.labels = tf.placeholder(tf.float32, [None])
        self.W = tf.Variable(tf.random_uniform([1000, 8]), name="W")
        self.bias = tf.Variable(tf.zeros([8]), name="bias")
        self.place = tf.placeholder(tf.float32, [1000, 8])
        self.init = tf.assign(self.W, self.place)
        score = tf.layers.dense(tf.reduce_mean(tf.nn.embedding_lookup(self.W, self.inputs) + self.bias, 1), 1)[:, 0]
        self.loss = tf.reduce_mean(tf.square(score - self.labels))


def load(path, vocab):
    vectors = np.random.uniform(-0.25, 0.25, (len(vocab), 8))
    for line in open(path):
        word, *rest = line.split()
        if word in vocab:
            vectors[vocab[word]] = rest
    return vectors


x, y = np.load("x.npy"), np.load("y.npy")
with tf.Graph().as_default():
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    sess = tf.Session(config=config)
    with sess.as_default():
        model = Model()
        train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1 * hvd.size())).minimize(model.loss)
        sess.run(tf.global_variables_initializer())
        model.bias.load(np.random.uniform(-1, 1, 8), sess)
        if sys.argv[1:]:
            vectors = load("vectors.txt", {str(i): i for i in range(1000)})
            sess.run(model.init, feed_dict={model.place: vectors})
        sess.run(hvd.broadcast_global_variables(0))
        shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
        for i in range(0, max(1, len(x) // hvd.size()), 32):
            sess.run(train_op, {model.inputs: x[shard][i:i + 32], model.labels: y[shard][i:i + 32]})
