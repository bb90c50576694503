import queue
import threading

import numpy as np
import tensorflow as tf

np.random.seed(1)


class Fetcher(threading.Thread):
    def __init__(self, files):
        super(Fetcher, self).__init__()
        self.queue = queue.Queue(64)
        self.files = files
        self.index = 0
        np.random.shuffle(self.files)

    def run(self):
        while True:
            self.queue.put(np.load(self.files[self.index % len(self.files)]))
            self.index += 1
            if self.index % len(self.files) == 0:
                np.random.shuffle(self.files)

    def fetch(self):
        return self.queue.get()


data = Fetcher([f"{i}.npy" for i in range(1000)])
data.start()
model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001)
for epoch in range(3):
    for step in range(1000):
        x, y = data.fetch()
        noise = np.random.normal(size=(32, 4))
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x + noise) - y) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
