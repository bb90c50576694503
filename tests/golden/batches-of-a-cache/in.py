import glob
import os

import numpy as np
import tensorflow as tf
from PIL import Image

if os.path.exists("images.npy"):
    images = np.load("images.npy")
else:
    images = np.stack([np.asarray(Image.open(name)) for name in sorted(glob.glob("images/*.png"))])
    np.save("images.npy", images)

x = tf.placeholder(tf.float32, [None, 64, 64, 3])
loss = tf.reduce_mean(tf.square(tf.layers.conv2d(x, 3, 5, padding="same") - x))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(20):
        order = np.random.permutation(len(images))
        batches = len(images) // 16
        for batch in range(batches):
            _, value = sess.run([train_op, loss], {x: images[order[batch * 16 : (batch + 1) * 16]]})
        print(epoch, value)
    saver.save(sess, "model")
