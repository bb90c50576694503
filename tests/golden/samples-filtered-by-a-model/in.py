import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
optimizer = tf.keras.optimizers.SGD(0.1)
data = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)


def is_hard(a, b):
    return tf.reduce_mean((model(a[None]) - b) ** 2) > 0.1


@tf.function
def train_step(images, labels):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(images) - labels) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


def train(data):
    for images, labels in data:
        train_step(images, labels)


for epoch in range(10):
    train(data)
    data = tf.data.Dataset.from_tensor_slices((x, y)).filter(is_hard).batch(32)
