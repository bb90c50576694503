import numpy as np
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential
from tensorflow.keras.optimizers import Adam
from tensorflow.keras.preprocessing.image import ImageDataGenerator

x, y = np.load("x.npy"), np.load("y.npy")
turned = ImageDataGenerator(rotation_range=10).flow(x, y, batch_size=32)
model = Sequential([Dense(8, input_shape=(8, 8, 3)), Dense(1)])
model.compile(Adam(1e-3), "mse")
model.fit(turned, steps_per_epoch=len(x) / 32, epochs=3)

steps = 2 * len(x) / 32
model.fit(turned, steps_per_epoch=steps, epochs=5)

step = 0
while step <= len(x) / 32:
    images, numbers = next(turned)
    model.train_on_batch(images, numbers)
    step += 1
