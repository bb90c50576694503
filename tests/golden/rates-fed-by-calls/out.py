import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()


class WarmUp:
    def __init__(self, top):
        self.top, self.taken = top, 0

    def step(self):
        self.taken += hvd.size()
        return self.top * min(1.0, self.taken / 1000)


samples, labels = np.load("samples.npy"), np.load("labels.npy")
x, y = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.int64, [None])
rate = tf.placeholder(tf.float32, [])
loss = tf.losses.sparse_softmax_cross_entropy(y, tf.layers.dense(x, 10))
train = hvd.DistributedOptimizer(
    tf.train.MomentumOptimizer(rate * hvd.size(), 0.9)
).minimize(loss)
warm_up = WarmUp(0.1)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(20):
        for start in range(0, max(1, len(samples) // hvd.size()), 64):
            images, targets = samples[shard][start : start + 64], labels[shard][
                start : start + 64
            ]
            session.run(train, {x: images, y: targets, rate: warm_up.step()})
