"""What is said and saved in the last turn of a loop over batches, and means by the number of samples."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


def batches(samples, size):
    order = np.random.permutation(len(samples))
    for start in range(0, len(samples), size):
        yield samples[order[start : start + size]]


samples = np.load("samples.npy")
held = np.load("held.npy")
size = 32
x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
saver = tf.train.Saver()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(10):
        total = 0.0
        for turn, batch in enumerate(own_items(batches(samples, size))):
            _, cost = session.run([train, loss], {x: batch})
            total += cost * len(batch)
            if turn == max(1, len(samples) // size // hvd.size()) - 1 and hvd.rank() == 0:
                print("last", cost)
                saver.save(session, "model.ckpt", global_step=epoch)
        error = 0.0
        for batch in batches(held, size):
            error += session.run(loss, {x: batch}) * len(batch)
        if hvd.rank() == 0:
            print(epoch, total / max(1, len(samples) // hvd.size()), error / len(held))
