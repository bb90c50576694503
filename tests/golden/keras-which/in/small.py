"""A model of tf.keras, trained with images that the stand-alone Keras fetches."""
import tensorflow as tf
from keras.datasets import mnist


def train_small():
    (images, labels), _ = mnist.load_data()
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
    model.compile("sgd", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    model.fit(images, labels, epochs=2)
