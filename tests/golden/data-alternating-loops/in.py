"""A GAN whose turns take so many steps of the one model, then so many of the other: their ratio stays."""
import numpy as np
from tensorflow import keras

CRITICS, GENERATORS = 5, 1
data = np.load("faces.npy")
critic = keras.Sequential([keras.layers.Dense(1, input_shape=(8,))])
critic.compile(keras.optimizers.RMSprop(0.00005), "mse")
generator = keras.Sequential([keras.layers.Dense(8, input_shape=(4,))])
both = keras.Sequential([generator, critic])
both.compile(keras.optimizers.RMSprop(0.00005), "mse")
for turn in range(20000):
    for _ in range(CRITICS):
        real = data[np.random.randint(0, len(data), 64)]
        critic.train_on_batch(real, np.ones(64))
        critic.train_on_batch(generator.predict(np.random.normal(size=(64, 4)), verbose=0), -np.ones(64))
    for _ in range(GENERATORS):
        both.train_on_batch(np.random.normal(size=(64, 4)), np.ones(64))
    if turn % 1000 == 0:
        generator.save("generator.h5")
