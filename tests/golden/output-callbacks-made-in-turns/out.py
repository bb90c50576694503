"""Rank 0 can't make a callback alone where the processes of a host take turns in making it: the others would be missing."""
import numpy as np
import tensorflow as tf
from tensorflow.keras.callbacks import CSVLogger


class FeatureLogger(CSVLogger):
    def __init__(self, filename):
        super().__init__(filename)
        self.features = tf.keras.applications.VGG16(weights="imagenet", include_top=False)


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(0.001), "mse")
model.fit(np.load("x.npy"), np.load("y.npy"), epochs=3, callbacks=[FeatureLogger("features.csv")])
