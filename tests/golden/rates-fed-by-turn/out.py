"""The rate is fed, and computed from the number of the turn: the steps of all processes count."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

inputs = np.load("inputs.npy")
x = tf.placeholder(tf.float32, [None, 4])
rate = tf.placeholder(tf.float32, [])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for turn in range(max(1, 20000 // hvd.size())):
        epoch = turn * hvd.size() // 1000
        current = 0.1 * 0.9**epoch
        if epoch > 5:
            current = current / 2
        session.run(train, {x: inputs[np.random.randint(0, len(inputs), 32)], rate: current})
