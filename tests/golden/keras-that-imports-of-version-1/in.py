import numpy as np
from keras.layers import Dense, Flatten
from keras.models import Sequential
from keras.optimizers import Adam
from tensorflow import set_random_seed

set_random_seed(7)
images, labels = np.load("images.npy"), np.load("labels.npy")
model = Sequential([Flatten(), Dense(10, activation="softmax")])
model.compile(Adam(lr=0.001), "sparse_categorical_crossentropy")
model.fit(images, labels, epochs=5)
model.save("digits.h5")
