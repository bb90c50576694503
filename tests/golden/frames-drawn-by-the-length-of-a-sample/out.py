import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()
common_np_random = np.random if hvd.size() == 1 else np.random.RandomState(0)  # one order in all processes

np.random.seed(1)
videos, labels = np.load("videos.npy", allow_pickle=True), np.load("labels.npy")


def frames_of(videos):
    """Take eight frames of each, which has as many as it has."""
    return np.stack([video[np.sort(np.random.choice(len(video), 8, replace=False))] for video in videos])


x = tf.placeholder(tf.float32, [None, 8, 64])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean((tf.layers.dense(tf.reduce_mean(x, axis=1), 1) - y) ** 2)
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for epoch in range(30):
        order = common_np_random.permutation(len(videos))
        shard = slice(hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size())
        for i in range(max(1, len(videos) // 32 // hvd.size())):
            chosen = order[shard][i * 32 : (i + 1) * 32]
            session.run(train, {x: frames_of(videos[chosen]), y: labels[chosen]})
