"""Two trainings, one after the other, whose mean losses divide by a number of batches of the same name."""
import numpy as np
import tensorflow as tf

BATCH = 32
data = np.load("data.npy")
x = tf.placeholder(tf.float32, [None, 4])
hidden = tf.layers.dense(x, 8)


def batches(samples):
    samples = samples[np.random.permutation(len(samples))]
    for i in range(len(samples) // BATCH):
        yield samples[i * BATCH : (i + 1) * BATCH]


for size in (1, 2):
    loss = tf.reduce_mean(tf.layers.dense(hidden, size) ** 2)
    train_op = tf.train.AdamOptimizer(0.01).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        n_batches = int(data.shape[0] / BATCH)
        for epoch in range(5):
            total = 0.0
            for batch in batches(data):
                total += sess.run([train_op, loss], {x: batch})[1]
            print(total / n_batches)
        n_batches = int(data.shape[0] / BATCH)
        for epoch in range(5):
            total = 0.0
            for batch in batches(data):
                total += sess.run([train_op, loss], {x: batch})[1]
            print(total / n_batches)
