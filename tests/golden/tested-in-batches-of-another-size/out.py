"""A loop trains on windows of samples, and tests now and then on windows of others, by the same name and a size of its own."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

samples, others = np.load("samples.npy"), np.load("others.npy")
x = tf.placeholder(tf.float32, [None, 8])
errors = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - x[:, :1]), 1)
loss = tf.reduce_mean(errors)
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    done = 1
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        place, size = 0, 32
        while (place + 1) * size < max(1, samples.shape[0] // hvd.size()):
            batch = samples[shard][place * size : (place + 1) * size, :]
            session.run(step, {x: batch})
            place += 1
            if done % max(1, 100 // hvd.size()) == 0:
                tested, tested_size = 0, size * 2
                large = []
                while (tested + 1) * tested_size < others.shape[0]:
                    batch = others[tested * tested_size : (tested + 1) * tested_size, :]
                    found = session.run(errors, {x: batch})
                    for number in range(tested_size):
                        large.append(found[number] > batch[number][0])
                    tested += 1
                if hvd.rank() == 0:
                    print(np.mean(large))
            done += 1
