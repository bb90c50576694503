"""The turn of a loop is told by `enumerate`, and the name beside it stands in an inner loop as well."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

BATCH = 16
images = tf.placeholder(tf.float32, [BATCH, 32])
labels = tf.placeholder(tf.float32, [BATCH, 10])
loss = tf.losses.mean_squared_error(labels, tf.layers.dense(images, 10))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
samples, targets = np.load("samples.npy"), np.load("targets.npy")
steps = len(samples) // BATCH
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for epoch in range(10):
        for i, _ in enumerate(range(max(1, steps // hvd.size()))):
            batch = samples[
                (i * hvd.size() + hvd.rank()) * BATCH : (i * hvd.size() + hvd.rank() + 1) * BATCH
            ]
            chosen = targets[
                (i * hvd.size() + hvd.rank()) * BATCH : (i * hvd.size() + hvd.rank() + 1) * BATCH
            ]
            rows = []
            for i, _ in enumerate(range(BATCH)):
                rows.append(batch[i][::-1])
            sess.run(train_op, {images: rows, labels: chosen})
