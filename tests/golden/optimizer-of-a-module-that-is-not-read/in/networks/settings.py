from tensorflow import keras

OPTIMIZER = keras.optimizers.Adam()
EPOCHS = 5
