import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
common_np_random = np.random if hvd.size() == 1 else np.random.RandomState(0)  # one order in all processes

images = np.load("images.npy")
labels = np.load("labels.npy")


def orthogonal(scale=1.1):
    def initializer(shape, dtype=tf.float32, partition_info=None):
        drawn = np.random.normal(0.0, 1.0, (shape[0], np.prod(shape[1:])))
        u, _, v = np.linalg.svd(drawn, full_matrices=False)
        q = u if u.shape == tuple(shape) else v
        return tf.constant(scale * q.reshape(shape), dtype=tf.float32)
    return initializer


x = tf.placeholder(tf.float32, [None, 8])
y = tf.placeholder(tf.float32, [None])
w = tf.get_variable("w", [8, 8], initializer=orthogonal())
loss = tf.reduce_mean((tf.layers.dense(tf.matmul(x, w), 1)[:, 0] - y) ** 2)
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(0.001 * hvd.size())
).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for epoch in range(10):
        order = common_np_random.permutation(len(images))
        shard = slice(
            hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size()
        )
        for start in range(0, max(1, len(images) // hvd.size()), 32):
            chosen = order[shard][start:start + 32]
            sess.run(train_op, {x: images[chosen], y: labels[chosen]})
