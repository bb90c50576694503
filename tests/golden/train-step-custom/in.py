from tensorflow import keras
import tensorflow as tf


class Autoencoder(keras.Model):
    def __init__(self):
        super().__init__()
        self.encoder = keras.layers.Dense(3)
        self.decoder = keras.layers.Dense(6)

    def call(self, inputs):
        return self.decoder(self.encoder(inputs))

    def train_step(self, data):
        with tf.GradientTape() as tape:
            reconstruction = self(data, training=True)
            loss = tf.reduce_mean((data - reconstruction) ** 2)
        grads = tape.gradient(loss, self.trainable_weights)
        self.optimizer.apply_gradients(zip(grads, self.trainable_weights))
        return {"loss": loss}


autoencoder = Autoencoder()
autoencoder.compile(optimizer=keras.optimizers.Adam())
samples = tf.random.stateless_normal([33, 6], seed=[1, 1])
autoencoder.fit(samples, epochs=2, batch_size=8)
