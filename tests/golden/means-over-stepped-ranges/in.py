import numpy as np
import tensorflow as tf

size = 50
images, labels = np.load("images.npy"), np.load("labels.npy")
pictures = np.load("pictures.npy")
batches = int(np.ceil(len(pictures) / size))

x = tf.placeholder(tf.float32, [None, 8])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1))
step = tf.train.AdamOptimizer(1e-3).minimize(loss)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(20):
        average = 0
        for start in range(0, len(pictures), size):
            feed = {x: pictures[start : start + size], y: pictures[start : start + size, :1]}
            value, _ = session.run([loss, step], feed)
            average += value / batches
        print("First", epoch, "loss", average)
    for epoch in range(20):
        order = np.arange(images.shape[0])
        np.random.shuffle(order)
        shuffled, wanted = images[order], labels[order]
        total = 0
        for start in range(0, len(images), size):
            feed = {x: shuffled[start : start + size], y: wanted[start : start + size]}
            value, _ = session.run([loss, step], feed)
            total += value
        total /= len(images) / size
        print("Then", epoch, "loss", total)
