"""Functions of the project that are named as what they call."""
import numpy as np
import tensorflow as tf

optimizer = tf.keras.optimizers.Adam(1e-4)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
dataset = tf.data.Dataset.from_tensor_slices(np.load("x.npy")).batch(8)


def apply_gradients(optimizer, gradients, variables):
    optimizer.apply_gradients(zip(gradients, variables))


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = tf.keras.optimizers.SGD(0.1)

    def apply_gradients(self, gradients):
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))


for epoch in range(3):
    for x in dataset:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        apply_gradients(optimizer, gradients, model.trainable_variables)

trainer = Trainer(tf.keras.Sequential([tf.keras.layers.Dense(1)]))
for x in dataset:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(trainer.model(x) ** 2)
    trainer.apply_gradients(tape.gradient(loss, trainer.model.trainable_variables))
