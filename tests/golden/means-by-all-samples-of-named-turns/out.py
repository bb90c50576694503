"""Train on batches of samples in another order in each epoch, and show the mean loss of a sample."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

samples = np.load("samples.npy")
batch_size = 32
sample_count = len(samples)
batches = int(sample_count / batch_size)

x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - 1.0))
train_op = hvd.DistributedOptimizer(tf.train.MomentumOptimizer(0.001 * hvd.size(), 0.9)).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(20):
        total = 0.0
        for batch in range(max(1, batches // hvd.size())):
            places = [
                place % sample_count
                for place in range(
                    (batch * hvd.size() + hvd.rank()) * batch_size,
                    (batch * hvd.size() + hvd.rank() + 1) * batch_size,
                )
            ]
            value, _ = session.run([loss, train_op], {x: samples[places]})
            total += value * batch_size
        samples = samples[np.random.permutation(sample_count)]
        total /= max(1, sample_count // hvd.size())
        if hvd.rank() == 0:
            print(epoch, total)
