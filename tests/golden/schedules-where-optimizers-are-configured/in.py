"""Schedules in `functools.partial`, in a configuration and in the initialiser of an own optimizer: they count steps, too."""

import functools

import numpy as np
import tensorflow as tf


class Decaying(tf.keras.optimizers.SGD):
    def __init__(self, **options):
        super().__init__(learning_rate=tf.keras.optimizers.schedules.CosineDecay(0.1, 5000), **options)


schedule = tf.keras.optimizers.schedules.ExponentialDecay(0.01, 8000, 0.5)
optimizers = [
    functools.partial(tf.keras.optimizers.SGD, learning_rate=schedule)(momentum=0.9),
    tf.keras.optimizers.get(
        {"class_name": "SGD", "config": {"learning_rate": tf.keras.optimizers.schedules.CosineDecay(0.2, 6000)}}
    ),
    Decaying(momentum=0.9),
]
data = tf.data.Dataset.from_tensor_slices(np.load("x.npy")).shuffle(1000).batch(64)
models = [tf.keras.Sequential([tf.keras.layers.Dense(10)]) for _ in optimizers]
for epoch in range(50):
    for batch in data:
        for model, optimizer in zip(models, optimizers):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(batch) ** 2)
            optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
