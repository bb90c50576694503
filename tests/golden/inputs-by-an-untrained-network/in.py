import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, models, optimizers


def build_conditioning():
    text = layers.Input(shape=(1024,))
    hidden = layers.Dense(256)(text)
    return models.Model(text, layers.LeakyReLU(0.2)(hidden))


def build_generator():
    noise = layers.Input(shape=(356,))
    return models.Model(noise, layers.Dense(64 * 64 * 3, activation="tanh")(noise))


def build_discriminator():
    image = layers.Input(shape=(64 * 64 * 3,))
    return models.Model(image, layers.Dense(1, activation="sigmoid")(image))


conditioning = build_conditioning()
conditioning.compile(loss="binary_crossentropy", optimizer=optimizers.Adam(2e-4))
generator = build_generator()
discriminator = build_discriminator()
discriminator.compile(loss="binary_crossentropy", optimizer=optimizers.Adam(2e-4))
discriminator.trainable = False
gan = models.Sequential([generator, discriminator])
gan.compile(loss="binary_crossentropy", optimizer=optimizers.Adam(2e-4))

images = np.load("images.npy")
texts = np.load("texts.npy")
batch_size = 64
for epoch in range(100):
    for start in range(0, len(images) - batch_size, batch_size):
        batch = images[start:start + batch_size]
        embedding = conditioning.predict(texts[start:start + batch_size])
        noise = np.random.normal(size=(batch_size, 100))
        fake = generator.predict(np.concatenate([embedding, noise], axis=1))
        discriminator.train_on_batch(batch, np.ones(batch_size))
        discriminator.train_on_batch(fake, np.zeros(batch_size))
        gan.train_on_batch(np.concatenate([embedding, noise], axis=1), np.ones(batch_size))
    print(epoch)
generator.save_weights("generator.h5")
