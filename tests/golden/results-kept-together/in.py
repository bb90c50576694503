"""What functions give together is kept whole, and taken apart by places: the step that ends the loop, and a file that is read."""

import os

import numpy as np
import tensorflow as tf


def split(path):
    os.makedirs("parts", exist_ok=True)
    rows = np.loadtxt(path)
    train_path, sizes_path = "parts/train.npy", "parts/sizes.npy"
    np.save(train_path, rows)
    np.save(sizes_path, rows.shape)
    return train_path, sizes_path


both = split("ratings.csv")
samples = np.load(both[0])
data = tf.data.Dataset.from_tensor_slices(samples).repeat().shuffle(3200).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(int(np.load(both[1])[1]),))])
optimizer = tf.keras.optimizers.SGD(0.01)


@tf.function
def train_step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    return loss, optimizer.iterations


for x in data:
    results = train_step(x)
    if results[1] % 100 == 0:
        print(results[1], results[0].numpy())
    step = results[1]
    if step == 1000:
        break
