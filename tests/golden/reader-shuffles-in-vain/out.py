import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Images:
    def __init__(self, images):
        self.images = images
        self.place = 0

    def shuffle(self):
        order = np.arange(len(self.images))
        np.random.shuffle(order)

    def next_batch(self, size):
        start = self.place
        self.place += size
        if self.place > len(self.images):
            self.shuffle()
            start = 0
            self.place = size
        return self.images[start : self.place]


data = Images(np.load("images.npy"))
x = tf.placeholder(tf.float32, [None, 784])
z = tf.placeholder(tf.float32, [None, 64])
loss = tf.reduce_mean(tf.square(tf.layers.dense(z, 784) - x))
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(0.001 * hvd.size())
).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 10000 // hvd.size())):
        sess.run(
            train_op,
            {
                x: [data.next_batch(32) for _ in range(hvd.size())][hvd.rank()],
                z: np.random.normal(size=(32, 64)),
            },
        )
