import os
import time
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

stamp = str(int(time.time()))
out = os.path.abspath(os.path.join("runs", stamp))
x = tf.placeholder(tf.float32, [None, 10])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - y))
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(1e-3 * hvd.size())
).minimize(loss)
saver = tf.train.Saver()
samples, labels = np.load("x.npy"), np.load("y.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    if not os.path.exists(out) and hvd.rank() == 0:
        os.makedirs(out)
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(5):
        order = np.random.permutation(len(samples))
        shard = slice(
            hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size()
        )
        for start in range(0, max(1, len(samples) // hvd.size()), 32):
            batch = order[shard][start : start + 32]
            sess.run(train_op, {x: samples[batch], y: labels[batch]})
        if hvd.rank() == 0:
            saver.save(sess, os.path.join(out, "model"))
    if hvd.rank() == 0:
        saver.restore(sess, tf.train.latest_checkpoint(out))
    sess.run(hvd.broadcast_global_variables(0))
    if hvd.rank() == 0:
        print(sess.run(loss, {x: samples, y: labels}))
