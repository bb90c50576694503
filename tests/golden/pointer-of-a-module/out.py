"""Words are read at a place of the module that goes round and round, and was moved before the training."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

words = np.load("words.npy")
place = 0


def generate_batch(size, span):
    global place
    batch, labels = np.ndarray([size], np.int32), np.ndarray([size, 1], np.int32)
    for i in range(size):
        batch[i] = words[place]
        place = (place + 1) % len(words)
        labels[i, 0] = words[place]
    return batch, labels


generate_batch_result = generate_batch(8, 1)
if hvd.rank() == 0:
    print(generate_batch_result)
x, y = tf.placeholder(tf.int32, [128]), tf.placeholder(tf.int32, [128, 1])
embeddings = tf.Variable(tf.random_uniform([5000, 32], -1.0, 1.0))
weights = tf.Variable(tf.truncated_normal([5000, 32]))
given = tf.nn.embedding_lookup(embeddings, x)
loss = tf.reduce_mean(tf.nn.nce_loss(weights, tf.zeros([5000]), y, given, 64, 5000))
train_op = hvd.DistributedOptimizer(tf.train.GradientDescentOptimizer(1.0 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 100000 // hvd.size())):
        batch, labels = [generate_batch(128, 1) for _ in range(hvd.size())][hvd.rank()]
        sess.run(train_op, {x: batch, y: labels})
