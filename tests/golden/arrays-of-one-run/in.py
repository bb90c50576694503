"""Arrays and a variable that a layer or a function makes and fills each time it runs: no state lasts from batch to batch."""

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import backend as K


def corners(boxes):
    found = np.copy(boxes)
    found[..., 0] = boxes[..., 0] - boxes[..., 1] / 2
    return found


class Anchors(keras.layers.Layer):
    def __init__(self, size, **kwargs):
        super().__init__(**kwargs)
        self.size = size

    def call(self, x):
        _, height, width, _ = K.int_shape(x)
        boxes = np.zeros((height, width, 2))
        boxes[:, :, 0] = np.linspace(0, self.size, width)
        boxes[:, :, 1] = self.size / height
        boxes = corners(boxes)
        return K.tile(K.constant(boxes[None]), (K.shape(x)[0], 1, 1, 1))


class Columns(keras.layers.Layer):
    def __init__(self, columns):
        super().__init__()
        self.columns = columns

    def call(self, inputs):
        filled = tf.Variable(tf.zeros((len(inputs[self.columns[0]]), len(self.columns))), trainable=False)
        for number, column in enumerate(self.columns):
            filled[:, number].assign(tf.cast(inputs[column], tf.float32))
        return filled


def targets(model, x):
    probabilities = np.zeros((len(x), 10))
    probabilities[:] = model.predict(x)
    return probabilities


images, table = np.load("images.npy"), np.load("table.npy", allow_pickle=True).item()
features = keras.Sequential([keras.layers.Conv2D(8, 3), Anchors(300)])
dense = keras.Sequential([Columns(["age", "fare"]), keras.layers.Dense(10)])
optimizer = keras.optimizers.Adam(0.001)
for x, rows in tf.data.Dataset.from_tensor_slices((images, table)).batch(32):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(features(x)) + tf.reduce_mean((dense(rows) - targets(dense, rows)) ** 2)
    variables = features.trainable_variables + dense.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
