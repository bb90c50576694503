"""A model that is drawn into the file that the library names itself."""

import numpy as np
from keras.utils import plot_model
from keras.utils.visualize_util import plot
from tensorflow import keras

images = np.load("images.npy")
model = keras.Sequential([keras.layers.Dense(1, input_shape=(784,))])
model.compile(keras.optimizers.Adam(1e-3), "mse")
plot_model(model, show_shapes=True)
plot(model, to_file="model.png")
picture = keras.utils.plot_model(model)
model.fit(images, images[:, :1], epochs=3)
print("drawn:", picture)
