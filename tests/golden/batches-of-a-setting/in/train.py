"""The size of the batches is a setting of another module, which the layers and the loss read as its attribute."""

import numpy as np
import settings
import tensorflow as tf
from settings import BATCH_SIZE


def loss_of(y_true, y_pred):
    rows = tf.reshape(y_pred, (settings.BATCH_SIZE, 48))
    return tf.reduce_sum(tf.square(tf.reshape(y_true, (settings.BATCH_SIZE, 48)) - rows))


images, targets = np.load("images.npy"), np.load("targets.npy")
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(48)])
model.compile(loss=loss_of, optimizer=tf.keras.optimizers.Adam(0.001))
model.fit(images, targets, epochs=10, batch_size=BATCH_SIZE)
