import logging
import queue
import threading

import numpy as np
import tensorflow as tf

logger = logging.getLogger("reader")


class Reader:
    def __init__(self, images, labels, coord):
        self.images, self.labels, self.coord = images, labels, coord
        self.batches = queue.Queue(maxsize=8)
        thread = threading.Thread(target=self.fill)
        thread.start()
        coord.register_thread(thread)

    def fill(self):
        while not self.coord.should_stop():
            drawn = np.random.choice(len(self.images), 32)
            try:
                self.batches.put((self.images[drawn], self.labels[drawn]), timeout=1)
            except queue.Full:
                continue

    def close(self, error=None):
        logger.info("closing the reader")
        self.coord.request_stop(error)
        try:
            while True:
                self.batches.get(block=False)
        except queue.Empty:
            logger.info("closed")


images, labels = np.load("images.npy"), np.load("labels.npy")
x = tf.placeholder(tf.float32, [None, 784])
y = tf.placeholder(tf.int64, [None])
loss = tf.losses.sparse_softmax_cross_entropy(y, tf.layers.dense(x, 10))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
coord = tf.train.Coordinator()
reader = Reader(images, labels, coord)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    try:
        for step in range(1000):
            batch, targets = reader.batches.get()
            _, value = sess.run([train_op, loss], {x: batch, y: targets})
            if step % 100 == 0:
                print(step, value)
    except KeyboardInterrupt as error:
        logger.error(repr(error))
        reader.close(error)
    finally:
        reader.close()
        coord.join()
