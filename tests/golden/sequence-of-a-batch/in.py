import numpy as np
from tensorflow import keras

augment = keras.preprocessing.image.ImageDataGenerator(rotation_range=10)


def transformed(images):
    return augment.flow(images, shuffle=False, batch_size=len(images)).next()


images = np.load("images.npy")
targets = np.load("targets.npy")
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
model.compile(keras.optimizers.SGD(0.1), "mse")
begin = 0
for step in range(1000):
    chosen = np.arange(begin, min(begin + 32, len(images)))
    model.train_on_batch(transformed(images[chosen]), targets[chosen])
    begin = begin + 32 if begin + 32 < len(images) else 0
