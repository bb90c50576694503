"""Images that Keras has loaded, and parts of one that are put together, are written by their own methods."""
import numpy as np
import tensorflow as tf
from PIL import Image
from tensorflow.keras.preprocessing.image import load_img

images = np.load("images.npy")
model = tf.keras.Sequential([tf.keras.layers.Conv2D(1, 3, padding="same")])
model.compile("sgd", "mse")
model.fit(images, images, verbose=0)
image = load_img("one.png")
image.resize((64, 64)).save("small.png")
red, green, blue = image.split()
Image.merge("RGB", (blue, green, red)).convert("L").save("grey.png")
