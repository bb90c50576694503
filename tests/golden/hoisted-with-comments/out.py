"""What is shown draws by the generator that the samples are drawn by, with a comment beside it, which goes with that."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

images = np.load("images.npy")
x = tf.placeholder(tf.float32, [None, 5])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1 * hvd.size())).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 1000 // hvd.size())):
        sess.run(train_op, {x: images[np.random.choice(len(images), 32)]})
        if step % max(1, 100 // hvd.size()) == 0:
            sess_run = sess.run(
                    loss,
                    {
                        # of some samples only
                        x: images[np.random.choice(len(images), 100)]
                    },
                )
            if hvd.rank() == 0:
                print(
                    step,
                    sess_run,
                )
