"""Under bars, a run that goes on in the epoch that the steps of its checkpoint tell, over batches that a generator gives."""

import numpy as np
import tensorflow as tf
from tqdm import tqdm


def batches(images, size):
    for i in range(len(images) // size):
        yield images[i * size : (i + 1) * size]


images = np.load("images.npy")
x = tf.placeholder(tf.float32, [None, 4])
train = tf.train.AdamOptimizer(0.001).minimize(tf.reduce_mean(tf.layers.dense(x, 1)))
saver = tf.train.Saver()

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    step = 0
    checkpoint = tf.train.latest_checkpoint("model")
    if checkpoint:
        saver.restore(sess, checkpoint)
        step = int(checkpoint.split("-")[-1])
    first = step // (len(images) // 32)
    for epoch in tqdm(range(first, 20)):
        for batch in tqdm(batches(images, 32)):
            sess.run(train, {x: batch})
            if step % 1000 == 0:
                saver.save(sess, "model/model", global_step=step)
            step += 1
