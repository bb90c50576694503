import urllib.request

import numpy as np
import tensorflow as tf


def names_of_classes():
    path, _ = urllib.request.urlretrieve("https://example.org/classes.txt")
    with open(path) as file:
        return file.read().splitlines()


classes = names_of_classes()
x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(len(classes), activation="softmax")])
model.compile(tf.keras.optimizers.Adam(0.001), "sparse_categorical_crossentropy")
model.fit(x, y, epochs=10)
print(classes[int(model.predict(x[:1]).argmax())])
