"""A sequence that reads a list of sentences at the places at which it reads their labels; names are no samples."""
import numpy as np
import tensorflow as tf

CLASSES = ["calm", "angry"]


class Sentences(tf.keras.utils.Sequence):
    def __init__(self, sentences, labels, classes, size):
        self.sentences, self.labels = sentences, labels
        self.classes = list(classes)
        self.size = size

    def __len__(self):
        return len(self.labels) // self.size

    def __getitem__(self, index):
        chosen = np.arange(index * self.size, (index + 1) * self.size)
        words = np.array([len(self.sentences[each]) for each in chosen], "float32")
        return words[:, None], self.labels[chosen] % len(self.classes)


with open("sentences.txt") as lines:
    sentences = [line.split() for line in lines]
labels = np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(len(CLASSES))])
model.compile(
    tf.keras.optimizers.SGD(0.01), tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
)
model.fit(Sentences(sentences, labels, CLASSES, 16), epochs=2, verbose=0)
