"""Layers get weights by what their names begin with: all processes have the same names, and decide alike."""
import numpy as np
import tensorflow as tf


def network():
    image = tf.keras.Input((4,))
    hidden = tf.keras.layers.Dense(8, name="body")(image)
    return tf.keras.Model(image, tf.keras.layers.Dense(2, name="output_0")(hidden))


images = np.load("images.npy")
samples = tf.data.Dataset.from_tensor_slices(images).shuffle(1000).batch(32)
model, pretrained = network(), network()
pretrained.load_weights("pretrained.h5")
for layer in model.layers:
    if not layer.name.startswith("output"):
        layer.set_weights(pretrained.get_layer(layer.name).get_weights())
        layer.trainable = False
optimizer = tf.keras.optimizers.Adam(0.001)
for epoch in range(10):
    for batch in samples:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
