"""The names that a sequence is made of were split elsewhere: all processes split them alike."""

import keras

from studies import Studies, test_names, train_names

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(Studies(train_names), epochs=10, validation_data=Studies(test_names))
