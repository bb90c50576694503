"""One callback, and no list of them."""
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(0.01), "mse")
board = keras.callbacks.TensorBoard("logs")
model.fit([[1.0]] * 64, [[2.0]] * 64, callbacks=board, verbose=0)
