"""Two trainings, one after the other, whose mean losses divide by a number of batches of the same name."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


BATCH = 32
data = np.load("data.npy")
x = tf.placeholder(tf.float32, [None, 4])
hidden = tf.layers.dense(x, 8)


def batches(samples):
    samples = samples[np.random.permutation(len(samples))]
    for i in range(len(samples) // BATCH):
        yield samples[i * BATCH : (i + 1) * BATCH]


if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for size in (1, 2):
    loss = tf.reduce_mean(tf.layers.dense(hidden, size) ** 2)
    train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(hvd.broadcast_global_variables(0))
        n_batches = int(data.shape[0] / BATCH)
        for epoch in range(5):
            total = 0.0
            for batch in own_items(batches(data)):
                total += sess.run([train_op, loss], {x: batch})[1]
            if hvd.rank() == 0:
                print(total / max(1, n_batches // hvd.size()))
        n_batches = int(data.shape[0] / BATCH)
        for epoch in range(5):
            total = 0.0
            for batch in own_items(batches(data)):
                total += sess.run([train_op, loss], {x: batch})[1]
            if hvd.rank() == 0:
                print(total / max(1, n_batches // hvd.size()))
