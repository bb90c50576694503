"""Loops that read by their turn: by a remainder, by a permutation, item by item, and in ways that can't be told apart."""
import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()

data = np.random.RandomState(1).rand(1000, 4).astype("float32")
labels = data.sum(axis=1, keepdims=True)
x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1))
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
BATCH = 32

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    tf.global_variables_initializer().run()
    hvd.broadcast_global_variables(0).run()

    for step in range(1, 1 + max(1, (501 - 1) // hvd.size())):
        offset = (((step - 1) * hvd.size() + hvd.rank() + 1) * BATCH) % (data.shape[0] - BATCH)
        batch_data = data[offset:(offset + BATCH), ...]  # wraps around
        batch_labels = labels[offset:offset + BATCH]
        _, l = sess.run([train, loss], feed_dict={x: batch_data, y: batch_labels})
        if step % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
            print("step", step, l)

    for epoch in range(3):
        order = np.random.RandomState(epoch).permutation(len(data))
        total = 0.
        n_batches = max(1, len(data) // BATCH // hvd.size())
        shard = slice(hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size())
        for i in range(n_batches):
            index = order[shard][i * BATCH:(i + 1) * BATCH]
            _, l = sess.run([train, loss], feed_dict={x: data[index], y: labels[index]})
            total += l / n_batches
            if hvd.rank() == 0:
                print("batch %d of %d" % (i, n_batches))
        if hvd.rank() == 0:
            print(total)

    for i in range(max(1, 200 // hvd.size())):
        sess.run(
            train,
            {
                x: data[(i * hvd.size() + hvd.rank()) % len(data), None],
                y: labels[(i * hvd.size() + hvd.rank()) % len(data), None],
            },
        )
