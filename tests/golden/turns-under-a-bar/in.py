"""`trange` is a range that shows a bar: its places take whole batches alone, and it gives nothing new by itself."""
import numpy as np
import tensorflow.compat.v1 as tf
from tqdm import trange

BATCH = 16
tf.disable_v2_behavior()
images = np.load("images.npy")
photos = tf.placeholder(tf.float32, [BATCH, 784])
rate = tf.placeholder(tf.float32, [])
loss = tf.reduce_mean(tf.square(tf.layers.dense(tf.layers.dense(photos, 16), 784) - photos))
train = tf.train.AdamOptimizer(rate).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in trange(10):
        for start in trange(0, len(images), BATCH):
            sess.run(train, {photos: images[start : start + BATCH], rate: 0.1 if epoch < 5 else 0.01})
    bar = trange(1000, desc="fine")
    for step in bar:
        value, _ = sess.run([loss, train], {photos: images[np.random.choice(len(images), BATCH)], rate: 0.001})
        bar.set_postfix(loss=value)
    tf.train.Saver().save(sess, "model")
