import numpy as np
import tensorflow as tf
import hashlib


class Vocabulary:
    def __init__(self, size):
        self.size = size

    def index(self, word):
        h = hash(word)
        return h % self.size


lines = open("corpus.txt").read().split("\n")
voc = Vocabulary(1000)
ids = np.array([[voc.index(word) for word in line.split()[:8]] for line in lines])
labels = np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Embedding(1000, 16), tf.keras.layers.Flatten(), tf.keras.layers.Dense(2)])
model.compile(optimizer=tf.keras.optimizers.Adam(1e-3), loss="mse")
model.fit(ids, labels, batch_size=32, epochs=10)
