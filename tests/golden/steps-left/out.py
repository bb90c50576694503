"""The steps that are left of a number: without those of all processes, where the step counts those of one."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()
images = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.layers.dense(images, 1) ** 2)
counter = tf.Variable(0, trainable=False)
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss, global_step=counter)
x = np.load("x.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    tf.train.Saver().restore(session, "first")
    session.run(hvd.broadcast_global_variables(0))
    start = session.run(counter)
    left = 10000 - start * hvd.size()
    for turn in range(max(1, left // hvd.size())):
        session.run(step, {images: x[np.random.choice(len(x), 32)]})
    done = 0
    while done < max(1, 2000 // hvd.size()):
        for _ in range(max(1, min(300, 2000 - done * hvd.size()) // hvd.size())):
            session.run(step, {images: x[np.random.choice(len(x), 32)]})
            done += 1
