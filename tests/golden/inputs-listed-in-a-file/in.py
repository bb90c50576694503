"""A network of two inputs and two outputs, and a file that has a list of arrays for each."""

import pickle

from tensorflow import keras


def build(notes, lengths):
    pitch, length = keras.Input([32]), keras.Input([32])
    both = keras.layers.Concatenate()([pitch, length])
    hidden = keras.layers.Dense(64, activation="relu")(both)
    said = [keras.layers.Dense(size, activation="softmax")(hidden) for size in (notes, lengths)]
    network = keras.Model([pitch, length], [said[0], said[1]])
    network.compile(keras.optimizers.RMSprop(0.001), "categorical_crossentropy")
    return network


with open("melodies.pkl", "rb") as file:
    given, following = pickle.load(file), pickle.load(file)
network = build(128, 16)
network.fit(given, following, epochs=20, batch_size=32, validation_split=0.2)
network.save("melodies.h5")
