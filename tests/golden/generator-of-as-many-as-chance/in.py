import random

import numpy as np
import tensorflow as tf

images = np.load("images.npy").astype("float32")


def pairs():
    for place, image in enumerate(images):
        reach = random.randint(1, 5)
        for other in images[max(0, place - reach) : place]:
            yield image, other


def samples():
    for image, other in pairs():
        if np.random.rand() < 0.5:
            image = image[::-1]
        if np.random.rand() < 0.1:
            continue
        yield np.stack([image, other])


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
for epoch in range(3):
    for batch in samples():
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
