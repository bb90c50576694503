"""What the user answers reaches the other ranks from a session of its own: Keras on TensorFlow 1 has none yet."""
import numpy as np
import tensorflow as tf
from keras.callbacks import ModelCheckpoint
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam

tf.logging.set_verbosity(tf.logging.ERROR)
epochs = int(input("epochs: "))
x, y = np.load("samples.npy"), np.load("labels.npy")
model = Sequential([Dense(1, input_dim=8)])
model.compile(Adam(lr=0.001), "mse")
checkpoint = ModelCheckpoint("best.h5", save_best_only=True)
history = model.fit(x, y, epochs=epochs, validation_split=0.1, callbacks=[checkpoint])
print("best epoch:", history.history["val_loss"].index(checkpoint.best))
history.best = checkpoint.best
