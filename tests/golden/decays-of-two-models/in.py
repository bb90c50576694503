import numpy as np
from tensorflow.keras.layers import Dense, Input
from tensorflow.keras.models import Model
from tensorflow.keras.optimizers.legacy import RMSprop


def build(size, units):
    inputs = Input([size])
    return Model(inputs, Dense(units)(inputs))


def main():
    rate, decay = 2e-4, 6e-8
    optimizer = RMSprop(rate, decay=decay)
    discriminator = build(4, 1)
    discriminator.compile(optimizer, "mse")

    optimizer = RMSprop(rate * 0.5, decay=decay * 0.5)
    generator = build(2, 4)
    discriminator.trainable = False
    noise = Input([2])
    adversarial = Model(noise, discriminator(generator(noise)))
    adversarial.compile(optimizer, "mse")

    for step in range(1000):
        discriminator.train_on_batch(np.random.normal(size=[8, 4]), np.ones([8, 1]))
        adversarial.train_on_batch(np.random.normal(size=[8, 2]), np.ones([8, 1]))
    generator.save("generator.h5")


main()
