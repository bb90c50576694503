"""The stages of a pipeline come from a module of TensorFlow that is not public."""

import tensorflow as tf
from tensorflow.python.data.experimental import map_and_batch, shuffle_and_repeat

names = [f"images/{number}.png" for number in range(1000)]


def read(name):
    image = tf.image.resize(tf.io.decode_png(tf.io.read_file(name)), [32, 32])
    return image / 127.5 - 1.0


data = tf.data.Dataset.from_tensor_slices(names)
images = iter(data.apply(shuffle_and_repeat(1000)).apply(map_and_batch(read, 16, drop_remainder=True)))
model = tf.keras.Sequential([tf.keras.layers.Conv2D(8, 3, padding="same"), tf.keras.layers.Conv2D(3, 3, padding="same")])
optimizer = tf.keras.optimizers.Adam(0.001)
for turn in range(5000):
    batch = next(images)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(batch) - batch) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
