"""A diagram that is drawn and read again where a switch says so, which is the same in all processes: they wait within it."""

import matplotlib.image as mpimg
import matplotlib.pyplot as plt
import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.utils import plot_model

show = False
x, y = np.load("x.npy"), np.load("y.npy")
model = Sequential([Dense(1)])
if show:
    plot_model(model, to_file="model.png")
    img = mpimg.imread("model.png")
    plt.imshow(img)
    plt.show()
model.compile("adam", "mse")
model.fit(x, y)
