"""A generator draws three others for each sample, and gives each of them, whatever they are."""

import numpy as np
import tensorflow as tf

images = np.load("images.npy").astype("float32")
captions = np.load("captions.npy")


def pairs():
    for image, caption in zip(images, captions):
        others = np.random.choice(np.arange(len(captions)), 3, replace=False)
        for other in others:
            if captions[other] == caption:
                yield image, 1.0
            elif captions[other] != caption:
                yield image, 0.0
            else:
                raise ValueError("a caption is not a number")


data = tf.data.Dataset.from_generator(pairs, (tf.float32, tf.float32), ([784], [])).shuffle(1000).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(data, epochs=3)
