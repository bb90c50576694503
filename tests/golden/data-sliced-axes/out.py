"""Batches of which one array is sliced along its first axis, the other along all; nothing is known of either."""
import tensorflow.compat.v1 as tf

import files
import horovod.tensorflow as hvd

hvd.init()

clouds, labels = files.load("train")
points = tf.placeholder(tf.float32, [None, 1024, 3])
wanted = tf.placeholder(tf.int32, [None])
logits = tf.layers.dense(tf.reshape(points, [-1, 3072]), 40)
loss = tf.losses.sparse_softmax_cross_entropy(wanted, logits)
op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
size = 32
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for batch in range(max(1, len(labels) // size // hvd.size())):
        start = (batch * hvd.size() + hvd.rank()) * size
        end = (batch * hvd.size() + hvd.rank() + 1) * size
        sess.run(op, {points: clouds[start:end, :, :], wanted: labels[start:end]})
