import math

import numpy as np
from tensorflow import keras

data = np.random.RandomState(5)
x = data.normal(size=(211, 3, 10)).astype("float32")
y = keras.utils.to_categorical(data.randint(0, 3, size=211), 3)
batch_size = 16
epochs = 2
steps = math.ceil(len(x) / batch_size) * epochs

schedule = keras.optimizers.schedules.CosineDecay(initial_learning_rate=0.05, decay_steps=steps)
model = keras.Sequential([
    keras.layers.GRU(8, input_shape=(3, 10)),
    keras.layers.Dense(3, activation="softmax"),
])
model.compile(keras.optimizers.SGD(schedule, nesterov=True, momentum=0.8), "categorical_crossentropy", ["accuracy"])
model.fit(x, y, batch_size, epochs, shuffle=False)
