import io

import matplotlib.image
import numpy as np
import tensorflow as tf

from drawings import draw
from networks import Decoder


class Autoencoder:
    def __init__(self, decoder):
        self.decoder = decoder
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(4), decoder])
        self.model.compile("sgd", "mse")

    def save(self, folder):
        self.model.save_weights(folder + "/autoencoder.h5")
        self.decoder.save_weights(folder + "/decoder.h5")
        self.decoder.save(folder + "/decoder")


def picture(value):
    buffer = io.BytesIO()
    draw(value).save(buffer, format="png")
    return tf.image.decode_png(buffer.getvalue())


samples = np.load("samples.npy")
pictures = np.stack([picture(each) for each in samples])
autoencoder = Autoencoder(Decoder())
autoencoder.model.fit(pictures, pictures, batch_size=8)
autoencoder.save("saved")
matplotlib.image.imsave("first.png", pictures[0])
