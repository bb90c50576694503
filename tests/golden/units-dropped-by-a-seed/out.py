"""Units are dropped by a seed of their own, and the weights begin by another, which all processes may have alike."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

SEED = 66478


def weights(shape):
    begin = tf.truncated_normal(shape, stddev=0.1, seed=SEED)
    return tf.Variable(begin)


x = tf.placeholder(tf.float32, [None, 4])
hidden = tf.nn.relu(tf.matmul(x, weights([4, 8])))
hidden = tf.nn.dropout(hidden, 0.5, seed=SEED + hvd.rank())
loss = tf.reduce_mean(tf.matmul(hidden, weights([8, 1])) ** 2)
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1 * hvd.size())).minimize(loss)
data = np.load("data.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(data) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        for i in range(max(1, len(data) // 32 // hvd.size())):
            sess.run(train, {x: data[shard][i * 32 : (i + 1) * 32]})
