"""A history is read by the names of Keras 2.3, though a callback still monitors an older one: the newer version runs it."""
import numpy as np
from keras.callbacks import EarlyStopping
from keras.layers import Dense
from keras.models import Sequential

x, y = np.load("x.npy"), np.load("y.npy")
model = Sequential([Dense(64, activation="relu"), Dense(8, activation="softmax")])
model.compile(loss="categorical_crossentropy", optimizer="rmsprop", metrics=["accuracy"])
stop = EarlyStopping(monitor="val_acc", patience=20, mode="max")
history = model.fit(x, y, epochs=50, validation_split=0.2, callbacks=[stop])
print(max(history.history["val_accuracy"]))
