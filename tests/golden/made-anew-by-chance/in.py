"""What each turn of the loop makes of its batch by chance, and a dataset of each element, are samples and no constants."""
import random

import numpy as np
import tensorflow as tf


def blurred(image):
    kernel = tf.random.uniform([3, 3])
    kernel = tf.convert_to_tensor([kernel, kernel])
    return image, kernel


def degraded(images, kernels):
    scale = random.choice([0.5, 1.0])
    outputs = tf.convert_to_tensor([image * scale for image in images])
    if tf.random.uniform([]) > 0.5:
        outputs = tf.image.flip_left_right(outputs)
    return outputs + tf.reduce_mean(kernels)


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001)
dataset = tf.data.Dataset.from_tensor_slices(np.load("images.npy")).shuffle(100).map(blurred).batch(8)
for epoch in range(3):
    for images, kernels in dataset:
        inputs = degraded(images, kernels)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(inputs) - images))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
