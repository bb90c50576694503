"""Arguments of Keras 1, which Keras 2.3 takes as well, beside a summary writer of TensorFlow 2."""

import numpy as np
import tensorflow as tf
from keras.layers import Dense
from keras.models import Sequential

model = Sequential([Dense(input_dim=20, output_dim=10, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy")
writer = tf.summary.create_file_writer("logs")
history = model.fit(np.load("x.npy"), np.load("y.npy"), epochs=3)
with writer.as_default():
    tf.summary.scalar("loss", history.history["loss"][-1], step=3)
