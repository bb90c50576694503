"""What is drawn for each item of a generator, or of a dataset, is drawn anew in each epoch: no seed makes it the same."""
import random

import numpy as np
import tensorflow as tf


def cut(image, label):
    left = int(random.uniform(0, 0.5) * 32)
    return image[:, left : left + 16], label


class Images:
    def __init__(self, names):
        self.names = names

    def items(self):
        for name in self.names:
            image, label = np.load(name)
            if np.random.choice(["whole", "cut"]) == "cut":
                image, label = cut(image, label)
            yield image, label


names = open("names.txt").read().split()
data = tf.data.Dataset.from_generator(Images(names).items, (tf.float32, tf.float32)).shuffle(100).batch(32)
noisy = data.map(lambda image, label: (image + tf.random.normal(tf.shape(image)), label))
model = tf.keras.Sequential([tf.keras.layers.GlobalAveragePooling2D(), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001)


@tf.function
def train_step(image, label, model, optimizer):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(image) - label) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))


for epoch in range(10):
    for image, label in noisy:
        train_step(image, label, model, optimizer)
