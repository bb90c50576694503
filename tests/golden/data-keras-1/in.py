"""Arguments that have the names of Keras 1, which later versions still take."""
import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import SGD
from keras.preprocessing.image import ImageDataGenerator

x, y = np.zeros((640, 8, 8, 3)), np.zeros((640, 2))
model = Sequential([Dense(2)])
model.compile(optimizer=SGD(lr=0.1), loss="mse")
flow = ImageDataGenerator().flow(x, y, batch_size=32)
model.fit_generator(flow, samples_per_epoch=len(x), nb_epoch=3, verbose=0)
