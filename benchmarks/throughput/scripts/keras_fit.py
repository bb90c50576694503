"""A small convolutional network trained by `fit`."""

import time

import numpy as np
import tensorflow as tf

BATCH_SIZE = 64
STEPS = 6000
BLOCK = 10


class Blocks(tf.keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.ends = []

    def on_train_batch_end(self, batch, logs=None):
        if (batch + 1) % BLOCK == 0:
            self.ends.append(time.monotonic())

    def on_train_end(self, logs=None):
        print("blocks", *self.ends)


rng = np.random.default_rng(0)
images = rng.random((2048, 28, 28, 1), dtype="float32")
labels = rng.integers(0, 10, size=2048)
dataset = tf.data.Dataset.from_tensor_slices((images, labels)).shuffle(2048).repeat().batch(BATCH_SIZE).prefetch(2)

model = tf.keras.Sequential(
    [
        tf.keras.layers.Conv2D(16, 3, activation="relu", input_shape=(28, 28, 1)),
        tf.keras.layers.MaxPooling2D(),
        tf.keras.layers.Conv2D(32, 3, activation="relu"),
        tf.keras.layers.MaxPooling2D(),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(128, activation="relu"),
        tf.keras.layers.Dense(10),
    ]
)
model.compile(
    optimizer=tf.keras.optimizers.Adam(0.001),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
model.fit(dataset, steps_per_epoch=STEPS, epochs=1, callbacks=[Blocks()], verbose=0)
