import os

import numpy as np
import tensorflow as tf


class Folders(tf.keras.utils.Sequence):
    def __init__(self, root, size):
        self.size, self.names, self.labels = size, [], []
        for label, kind in enumerate(os.listdir(root)):
            for name in os.listdir(os.path.join(root, kind)):
                self.names.append(os.path.join(root, kind, name))
                self.labels.append(label)
        self.order = np.arange(len(self.names))
        np.random.shuffle(self.order)

    def __len__(self):
        return len(self.names) // self.size

    def on_epoch_end(self):
        np.random.shuffle(self.order)

    def __getitem__(self, index):
        chosen = self.order[index * self.size : (index + 1) * self.size]
        images = [np.load(self.names[place]) for place in chosen]
        return np.stack(images), np.array([self.labels[place] for place in chosen])


model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10, activation="softmax")])
model.compile(tf.keras.optimizers.Adam(1e-3), "sparse_categorical_crossentropy")
model.fit(Folders("train", 32), epochs=10)
