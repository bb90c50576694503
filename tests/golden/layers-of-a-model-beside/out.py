import numpy as np
from tensorflow import keras


def generator(size):
    noise = keras.Input(shape=(size,))
    image = keras.layers.Dense(64, activation="tanh")(noise)
    return keras.Model(noise, image)


def discriminator():
    image = keras.Input(shape=(64,))
    return keras.Model(image, keras.layers.Dense(1, activation="sigmoid")(image))


judge = discriminator()
judge.compile(keras.optimizers.Adam(0.0002), "binary_crossentropy")
noise = keras.Input(shape=(16,))
painter = generator(16)
frozen = keras.Model(judge.inputs, judge.outputs)
frozen.trainable = False
other = generator(16)
both = keras.Model(noise, frozen(other(noise)))
both.compile(keras.optimizers.Adam(0.0002), "binary_crossentropy")

images = np.load("images.npy")
for step in range(10000):
    real = images[np.random.choice(len(images), 32, False)]
    drawn = np.random.normal(0, 1, (32, 16))
    judge.train_on_batch(real, np.ones((32, 1)))
    judge.train_on_batch(painter.predict(drawn), np.zeros((32, 1)))
    both.train_on_batch(drawn, np.ones((32, 1)))
painter.save("painter.h5")
