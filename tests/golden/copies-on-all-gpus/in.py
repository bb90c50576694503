import numpy as np
from tensorflow import keras
from tensorflow.keras.utils import multi_gpu_model

GPUS = 4
x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(32, activation="relu", input_shape=(4,)), keras.layers.Dense(1)])
if GPUS > 1:
    model = multi_gpu_model(model, gpus=GPUS)
model.compile(optimizer=keras.optimizers.SGD(lr=0.1), loss="mse")
model.fit(x, y, epochs=10, batch_size=32 * GPUS)
model.save_weights("m.h5")
