"""The last turn of a period is told by the period: with fewer turns it is another one, also within another period."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()
x, rate = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32)
loss = tf.reduce_mean(tf.layers.dense(x, 1))
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * hvd.size())).minimize(loss)
saver = tf.train.Saver()
data = np.load("x.npy")
value, every, shown = 0.1, 200, 0
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for i in range(max(1, 10000 // hvd.size())):
        session.run(step, {x: data[np.random.choice(len(data), 16)], rate: value})
        if i % max(1, 100 // hvd.size()) == max(1, 100 // hvd.size()) - 1:
            if hvd.rank() == 0:
                print(i)
            if i % (10 * max(1, 100 // hvd.size())) == 10 * max(1, 100 // hvd.size()) - 1:
                value *= 0.9
        if np.mod(i, max(1, every // hvd.size())) == max(1, every // hvd.size()) - 1:
            shown += 1
            if shown % 10 == 0 and hvd.rank() == 0:
                saver.save(session, "periods")
