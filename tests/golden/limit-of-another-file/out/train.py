"""How long a run goes on stands in an object of another file, and where it begins in a checkpoint."""

import numpy as np
import tensorflow as tf
from settings import Settings
import horovod.tensorflow as hvd

hvd.init()

settings = Settings()
samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 4])
step = tf.train.get_or_create_global_step()
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
    tf.reduce_mean(tf.layers.dense(x, 1) ** 2), global_step=step
)
saver = tf.train.Saver()

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    first = 0
    latest = tf.train.latest_checkpoint("model")
    if latest:
        saver.restore(session, latest)
        first = int(latest.split("-")[-1])
    session.run(hvd.broadcast_global_variables(0))
    first = int(session.run(hvd.broadcast(first, root_rank=0, name="first")))  # where rank 0 goes on
    for turn in range(first, settings.steps // hvd.size()):
        session.run(train_op, {x: samples[np.random.choice(len(samples), 32)]})
        if turn % max(1, 1000 // hvd.size()) == 0 and hvd.rank() == 0:
            saver.save(session, "model/model", global_step=turn)
