"""A run goes on at the epoch of its newest checkpoint, in a loop over a bar that has a name."""

import numpy as np
import tensorflow.compat.v1 as tf
from tqdm import tqdm
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
samples = np.load("samples.npy")
saver = tf.train.Saver()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    newest = tf.train.latest_checkpoint("weights")
    first = 0
    if newest is not None:
        saver.restore(session, newest)
        first = int(newest.split("-")[-1])
    session.run(hvd.broadcast_global_variables(0))
    first = int(session.run(hvd.broadcast(first, root_rank=0, name="first")))  # where rank 0 goes on
    bar = tqdm(range(first, 100), disable=hvd.rank() != 0)
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    for epoch in bar:
        for place in range(0, max(1, len(samples) // hvd.size()) - 31, 32):
            session.run(step, {x: samples[shard][place : place + 32]})
        if hvd.rank() == 0:
            saver.save(session, "weights/model", global_step=epoch)
