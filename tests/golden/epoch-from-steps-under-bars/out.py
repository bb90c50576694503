"""Under bars, a run that goes on in the epoch that the steps of its checkpoint tell, over batches that a generator gives."""

import numpy as np
import tensorflow as tf
from tqdm import tqdm
import horovod.tensorflow as hvd

hvd.init()


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


def batches(images, size):
    for i in range(len(images) // size):
        yield images[i * size : (i + 1) * size]


images = np.load("images.npy")
x = tf.placeholder(tf.float32, [None, 4])
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(tf.reduce_mean(tf.layers.dense(x, 1)))
saver = tf.train.Saver()

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    step = 0
    checkpoint = tf.train.latest_checkpoint("model")
    if checkpoint:
        saver.restore(sess, checkpoint)
        step = int(checkpoint.split("-")[-1])
    sess.run(hvd.broadcast_global_variables(0))
    first = step * hvd.size() // (len(images) // 32)
    first = int(sess.run(hvd.broadcast(first, root_rank=0, name="first")))  # where rank 0 goes on
    for epoch in tqdm(range(first, 20), disable=hvd.rank() != 0):
        for batch in tqdm(own_items(batches(images, 32)), disable=hvd.rank() != 0):
            sess.run(train, {x: batch})
            if step % max(1, 1000 // hvd.size()) == 0 and hvd.rank() == 0:
                saver.save(sess, "model/model", global_step=step)
            step += 1
