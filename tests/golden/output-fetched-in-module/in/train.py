import images
from tensorflow import keras

x, y = images.load("x.npy"), images.load("y.npy")
model = keras.Sequential([keras.layers.Dense(10)])
model.compile(keras.optimizers.Adam(0.001), "mse")
model.fit(x, y, epochs=3)
