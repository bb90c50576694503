import numpy as np
import tensorflow as tf
from tensorflow import keras


class Net(keras.Model):
    def __init__(self, width):
        keras.Model.__init__(self)
        self.dense = keras.layers.Dense(width)

    def call(self, inputs):
        return self.dense(inputs)

    def compile(self, optimizer, loss):
        keras.Model.compile(self, optimizer, loss)


images = tf.data.Dataset.from_tensor_slices(np.load("images.npy"))
labels = tf.data.Dataset.from_tensor_slices(np.load("labels.npy"))
samples = tf.data.Dataset.zip(images, labels)
samples = tf.data.Dataset.map(samples, lambda image, label: (image / 255, label))
samples = tf.data.Dataset.batch(samples, 32)
net = Net(10)
net.compile(keras.optimizers.Adam(0.001), "mse")
keras.Model.fit(net, samples, epochs=3)
keras.Model.fit(net, np.load("more.npy"), np.load("more_labels.npy"), 64, 2)
keras.Model.save_weights(net, "net.h5")
