"""The turn of a loop is told by an `enumerate` that begins at one, and the name beside it stands in an inner loop as well."""
import numpy as np
import tensorflow as tf

BATCH = 16
images = tf.placeholder(tf.float32, [BATCH, 32])
labels = tf.placeholder(tf.float32, [BATCH, 10])
loss = tf.losses.mean_squared_error(labels, tf.layers.dense(images, 10))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
samples, targets = np.load("samples.npy"), np.load("targets.npy")
steps = len(samples) // BATCH
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        for i, _ in enumerate(range(steps), 1):
            batch = samples[(i - 1) * BATCH : i * BATCH]
            chosen = targets[(i - 1) * BATCH : i * BATCH]
            rows = []
            for i, _ in enumerate(range(BATCH)):
                rows.append(batch[i][::-1])
            sess.run(train_op, {images: rows, labels: chosen})
