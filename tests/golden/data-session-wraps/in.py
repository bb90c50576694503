"""Loops that read by their turn: by a remainder, by a permutation, item by item, and in ways that can't be told apart."""
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

data = np.random.RandomState(1).rand(1000, 4).astype("float32")
labels = data.sum(axis=1, keepdims=True)
x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1))
train = tf.train.AdamOptimizer(0.01).minimize(loss)
BATCH = 32

with tf.Session() as sess:
    tf.global_variables_initializer().run()

    for step in range(1, 501):
        offset = (step * BATCH) % (data.shape[0] - BATCH)
        batch_data = data[offset:(offset + BATCH), ...]  # wraps around
        batch_labels = labels[offset:offset + BATCH]
        _, l = sess.run([train, loss], feed_dict={x: batch_data, y: batch_labels})
        if step % 100 == 0:
            print("step", step, l)

    for epoch in range(3):
        order = np.random.RandomState(epoch).permutation(len(data))
        total = 0.
        n_batches = len(data) // BATCH
        for i in range(n_batches):
            index = order[i * BATCH:(i + 1) * BATCH]
            _, l = sess.run([train, loss], feed_dict={x: data[index], y: labels[index]})
            total += l / n_batches
            print("batch %d of %d" % (i, n_batches))
        print(total)

    for i in range(200):
        sess.run(train, {x: data[i % len(data), None], y: labels[i % len(data), None]})
