"""Reads the weights of the pass before where another branch fetches some: in one statement, which processes take turns at."""

import tensorflow as tf
from tensorflow import keras

PATH = "weights.h5"
samples = keras.utils.image_dataset_from_directory("images", seed=1)
for epoch in range(5):
    keras.backend.clear_session()
    if epoch == 0:
        model = keras.applications.ResNet50(weights="imagenet")
        model.compile(keras.optimizers.Adam(0.001), "sparse_categorical_crossentropy")
    else:
        model = keras.models.load_model(PATH)
    model.fit(samples, epochs=1)
    model.save(PATH)
