"""A loop over a generator that ends, left early where nothing gets better: all processes take equally many steps."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
PATIENCE = 200
texts = np.load("texts.npy")
labels = np.load("labels.npy")
text = tf.placeholder(tf.float32, [None, 16])
label = tf.placeholder(tf.float32, [None, 1])
loss = tf.losses.mean_squared_error(label, tf.layers.dense(text, 1))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)


def batches(size):
    for start in range(0, len(texts), size):
        yield texts[start : start + size], labels[start : start + size]


with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    best, best_step, step = float("inf"), 0, 0
    for x, y in batches(64):
        now, _ = sess.run([loss, train_op], {text: x, label: y})
        step += 1
        if now < best:
            best, best_step = now, step
        if step - best_step > PATIENCE:
            break
