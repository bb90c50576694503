"""A rate that changes after so many calls of `fit`, each of which trains on all samples: as many as before."""

import tensorflow as tf
from tensorflow.keras import backend as K

(x, y), _ = tf.keras.datasets.mnist.load_data()
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.compile(tf.keras.optimizers.Adam(0.01), "sparse_categorical_crossentropy")
for epoch in range(100):
    model.fit(x, y, epochs=1, verbose=0)
    if epoch == 50:
        K.set_value(model.optimizer.lr, 0.001)
