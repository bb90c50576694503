"""At times other samples are tested at the place of those that are trained on, and all of them by a place of their own."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

samples, held = np.load("samples.npy"), np.load("held.npy")
shown = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(shown, 8) - shown))
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    count, size = 1, 32
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        turn = 0
        while (turn + 1) * size < max(1, samples.shape[0] // hvd.size()):
            batch = samples[shard][turn * size : (turn + 1) * size, :]
            session.run(step, {shown: batch})
            if count % max(1, 100 // hvd.size()) == 0:
                if (turn + 1) * size < held.shape[0] // hvd.size():
                    batch = held[turn * size : (turn + 1) * size, :]
                if hvd.rank() == 0:
                    print("one batch:", session.run(loss, {shown: batch}))
            turn += 1
            if count % max(1, 500 // hvd.size()) == 0:
                place, losses = 0, []
                while (place + 1) * size < held.shape[0]:
                    batch = held[place * size : (place + 1) * size, :]
                    losses.append(session.run(loss, {shown: batch}))
                    place += 1
                    if hvd.rank() == 0:
                        print(place, np.mean(losses))
            count += 1
