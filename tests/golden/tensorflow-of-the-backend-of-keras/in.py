"""TensorFlow is taken from the backend of Keras, which tells that it is version 1: its session gets the GPU of the process."""

import keras.backend as K
import numpy as np
from keras.layers import Dense
from keras.models import Sequential

with K.tf.Graph().as_default():
    K.set_session(K.tf.Session())
    x, y = np.load("x.npy"), np.load("y.npy")
    model = Sequential([Dense(1)])
    model.compile(loss="mse", optimizer="adam")
    model.fit(x, y, epochs=3)
    model.save("model.h5")
