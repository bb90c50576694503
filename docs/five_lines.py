import numpy as np
import tensorflow as tf

images, labels = np.load("images.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10, activation="softmax")])
model.compile(tf.keras.optimizers.Adam(0.001), "sparse_categorical_crossentropy")
model.fit(images, labels, epochs=5)
model.save("digits.h5")
