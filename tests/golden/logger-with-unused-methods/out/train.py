import numpy as np
import tensorflow as tf

from log import Log
import horovod.tensorflow as hvd

hvd.init()

x = tf.placeholder(tf.float32, [None, 3])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
samples = np.load("x.npy")
log = Log("logs")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 1000 // hvd.size())):
        _, value = session.run([train, loss], {x: samples[np.random.randint(0, len(samples), 8)]})
        if hvd.rank() == 0:
            log.scalar("loss", value, step)
