"""Features are computed once and saved beside the images, and read back while a decoder is trained."""

import numpy as np
import tensorflow as tf

names = np.load("names.npy")
captions = np.load("captions.npy")
encoder = tf.keras.models.load_model("encoder.h5")


def load_image(name):
    image = tf.image.decode_jpeg(tf.io.read_file(name), channels=3)
    return tf.image.resize(image, (64, 64)) / 255.0, name


for images, paths in tf.data.Dataset.from_tensor_slices(names).map(load_image).batch(16):
    for feature, path in zip(encoder(images), paths):
        np.save(path.numpy().decode("utf-8"), feature.numpy())


def load_feature(name, caption):
    return np.load(name.decode("utf-8") + ".npy"), caption


dataset = tf.data.Dataset.from_tensor_slices((names, captions))
dataset = dataset.map(lambda name, caption: tf.numpy_function(load_feature, [name, caption], [tf.float32, tf.int64]))
dataset = dataset.shuffle(1000).batch(64)
decoder = tf.keras.Sequential([tf.keras.layers.Dense(5000, input_shape=(8,))])
optimizer = tf.keras.optimizers.Adam()
loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

num_steps = len(names) // 64
for epoch in range(20):
    total = 0
    for features, target in dataset:
        with tf.GradientTape() as tape:
            loss = loss_object(target, decoder(features))
        gradients = tape.gradient(loss, decoder.trainable_variables)
        optimizer.apply_gradients(zip(gradients, decoder.trainable_variables))
        total += loss
    print("Epoch", epoch + 1, "loss", (total / num_steps).numpy())
