"""Which of several train ops a step runs, each for samples of one length, is drawn by chance in each process."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
common_np_random = np.random if hvd.size() == 1 else np.random.RandomState(0)  # one order in all processes


class Model:
    def __init__(self):
        self.inputs, self.updates, self.losses = [], [], []
        optimizer = tf.train.AdamOptimizer(0.01 * hvd.size())
        optimizer = hvd.DistributedOptimizer(optimizer)
        weights = tf.get_variable("weights", [8, 1])
        for size in (10, 20):
            x = tf.placeholder(tf.float32, [None, size, 8])
            loss = tf.reduce_mean(tf.square(tf.tensordot(x, weights, 1)))
            self.inputs.append(x)
            self.losses.append(loss)
            self.updates.append(optimizer.minimize(loss))

    def step(self, session, x, bucket):
        fetches = [self.updates[bucket], self.losses[bucket]]
        return session.run(fetches, {self.inputs[bucket]: x})


data = [np.load("short.npy"), np.load("long.npy")]
scale = [0.3, 1.0]
model = Model()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 10000 // hvd.size())):
        drawn = common_np_random.random_sample()
        bucket = min(i for i in range(2) if scale[i] > drawn)
        chosen = np.random.randint(0, len(data[bucket]), 32)
        model.step(sess, data[bucket][chosen], bucket)
