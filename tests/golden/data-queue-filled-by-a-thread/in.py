"""A thread fills a queue of the graph by chance: the noise of the loop beside it orders no samples."""

import threading

import numpy as np
import tensorflow as tf


class Loader:
    def __init__(self, files):
        self.files = files
        self.place = 0
        self.clip = tf.placeholder(tf.float32, [None, 8])
        queue = tf.FIFOQueue(4, [tf.float32], name="clips")
        self.put = queue.enqueue([self.clip])
        self.clips = queue.dequeue()
        self.clips.set_shape([None, 8])

    def start(self, session):
        threading.Thread(target=self.fill, args=(session,), daemon=True).start()

    def fill(self, session):
        while True:
            clips = [self.following() for _ in range(16)]
            np.random.shuffle(clips)
            session.run(self.put, feed_dict={self.clip: np.stack(clips)})

    def following(self):
        self.place = (self.place + 1) % len(self.files)
        return np.load(self.files[self.place])


loader = Loader([f"clips/{number}.npy" for number in range(4000)])
loss = tf.reduce_mean(tf.layers.dense(loader.clips, 1) ** 2)
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    loader.start(session)
    for step in range(20000):
        session.run(train_op)
        if step % 500 == 0:
            print(step, np.random.normal(size=3))
