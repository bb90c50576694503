"""A period is a part of the length of a dataset that is divided where it is made: it is that of one process by that."""

import tensorflow as tf


def loader(path):
    images = tf.keras.preprocessing.image_dataset_from_directory(path, label_mode=None, batch_size=32)
    return images.map(lambda x: x / 255.0)


model = tf.keras.Sequential([tf.keras.layers.Conv2D(3, 3, padding="same")])
optimizer = tf.keras.optimizers.Adam(0.001)
images = loader("photos")
batches = len(images)
for epoch in range(10):
    for turn, x in enumerate(images):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x) - x) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        if (turn + 1) % (batches // 5) == 0:
            model.save_weights("weights.h5")
