"""A loss asks networks that nothing trains: one that is made by chance, and a part of one that is pre-trained."""
import numpy as np
import tensorflow as tf

images = np.load("images.npy")
samples = tf.data.Dataset.from_tensor_slices(images).shuffle(1000).batch(32)


def network():
    image = tf.keras.Input((32, 32, 3))
    return tf.keras.Model(image, tf.keras.layers.Dense(8)(tf.keras.layers.Flatten()(image)))


pretrained = tf.keras.applications.VGG19(include_top=False, weights="imagenet")
features = tf.keras.Model(pretrained.input, pretrained.get_layer("block5_conv4").output)
head = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(8)])
predictor = network()
target = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(8)])
optimizer = tf.keras.optimizers.Adam(0.001)


@tf.function
def train_step(batch):
    with tf.GradientTape() as tape:
        predicted = predictor(batch)
        loss = tf.reduce_mean((predicted - target(batch)) ** 2)
        loss += tf.reduce_mean((predicted - head(features(batch))) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, predictor.trainable_variables), predictor.trainable_variables))


for epoch in range(10):
    for batch in samples:
        train_step(batch)
