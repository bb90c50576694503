import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

x = tf.placeholder(tf.float32, [None, 10])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - y))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(
    loss
)
samples, labels = np.load("x.npy"), np.load("y.npy")
with tf.Session() as sess:
    if hvd.rank() == 0:
        print(tf.test.is_gpu_available())
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(5):
        for start in range(0, max(1, len(samples) // hvd.size()), 32):
            sess.run(
                train_op,
                {x: samples[shard][start:start + 32], y: labels[shard][start:start + 32]},
            )
