"""Begins anew where a loss is small, that of its own samples, and in the third pass, which all come to."""

import tensorflow as tf
from tensorflow import keras

tf.random.set_seed(1)
samples = keras.utils.image_dataset_from_directory("images", seed=1)
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
optimizer = keras.optimizers.Adam(0.001)
model.build([None, 256, 256, 3])
model.save_weights("first.h5")
for epoch in range(5):
    if epoch == 3:
        model.load_weights("first.h5")
    for x, y in samples:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(keras.losses.sparse_categorical_crossentropy(y, model(x), from_logits=True))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        if loss < 1e-5:
            model.load_weights("first.h5")
