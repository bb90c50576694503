"""Variational autoencoder by subclassing, trained eagerly."""
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers


class VAE(tf.keras.Model):
    def __init__(self, latent=4):
        super().__init__()
        self.hidden = layers.Dense(32, activation="relu")
        self.moments = layers.Dense(2 * latent)
        self.decoder = tf.keras.Sequential([
            layers.Dense(32, activation="relu"),
            layers.Dense(64),
        ])

    def encode(self, x):
        return tf.split(self.moments(self.hidden(x)), 2, axis=1)

    def call(self, x):
        mean, logvar = self.encode(x)
        z = mean + tf.random.normal(tf.shape(mean)) * tf.exp(0.5 * logvar)
        return self.decoder(z), mean, logvar


def make_images(n):
    rng = np.random.default_rng(11)
    return (rng.random((n, 64)) > 0.6).astype("float32")


def compute_loss(model, x):
    logits, mean, logvar = model(x)
    reconstruction = tf.reduce_sum(tf.nn.sigmoid_cross_entropy_with_logits(labels=x, logits=logits), axis=1)
    kl = -0.5 * tf.reduce_sum(1 + logvar - tf.square(mean) - tf.exp(logvar), axis=1)
    return tf.reduce_mean(reconstruction + kl)


def main():
    train = tf.data.Dataset.from_tensor_slices(make_images(301)).shuffle(301).batch(20)
    test = tf.data.Dataset.from_tensor_slices(make_images(40)).batch(20)
    model = VAE()
    optimizer = tf.keras.optimizers.Adam()
    for epoch in range(1, 3):
        for x in train:
            with tf.GradientTape() as tape:
                loss = compute_loss(model, x)
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))

        elbo = tf.keras.metrics.Mean()
        for x in test:
            elbo(compute_loss(model, x))
        print(f"Epoch: {epoch}, test set ELBO: {-elbo.result():.2f}")
    model.save_weights("vae.weights.h5")


if __name__ == "__main__":
    main()
