"""Steps that are the length of what is divided, and of what is not."""
import numpy as np
from tensorflow import keras

x, y = np.random.rand(1000, 8, 8, 1), np.random.rand(1000)
generator = keras.preprocessing.image.ImageDataGenerator()
train = generator.flow(x, y, batch_size=32)


class Batches(keras.utils.Sequence):
    def __init__(self, x, y, size):
        self.x, self.y, self.size = x, y, size

    def __len__(self):
        return len(self.x) // self.size

    def __getitem__(self, i):
        return self.x[i * self.size:(i + 1) * self.size], self.y[i * self.size:(i + 1) * self.size]


model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(train, steps_per_epoch=len(train), epochs=2)
model.fit(train, steps_per_epoch=len(x) // 32, epochs=2)
batches = Batches(x, y, 32)
model.fit(batches, steps_per_epoch=len(batches), epochs=2)
folder = generator.flow_from_directory("images", seed=3)
model.fit(folder, steps_per_epoch=len(folder), epochs=2)
