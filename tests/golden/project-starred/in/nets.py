from keras.models import *
from keras.layers import *
from keras.optimizers import *


def net():
    model = Sequential([Conv2D(1, 3, padding="same")])
    model.compile(Adam(lr=1e-4), "mse")
    return model
