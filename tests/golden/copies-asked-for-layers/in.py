import numpy as np
from keras.applications import Xception
from keras.utils import multi_gpu_model

model = Xception(weights=None, input_shape=(64, 64, 3), classes=10)
parallel = multi_gpu_model(model, gpus=2)
x, y = np.load("x.npy"), np.load("y.npy")
parallel.compile(loss="categorical_crossentropy", optimizer="rmsprop")
parallel.fit(x, y, epochs=20, batch_size=256)
parallel.layers[-2].save_weights("x.h5")
