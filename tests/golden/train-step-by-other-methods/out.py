import numpy as np
import tensorflow as tf
from tensorflow import keras
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class WassersteinGAN(keras.Model):
    def __init__(self, discriminator, generator, latent_dim, steps=3):
        super().__init__()
        self.discriminator = discriminator
        self.generator = generator
        self.latent_dim = latent_dim
        self.d_steps = steps

    def compile(self, d_optimizer, g_optimizer, d_loss_fn, g_loss_fn, **kwargs):
        super().compile(**kwargs)
        self.d_optimizer = d_optimizer
        self.g_optimizer = g_optimizer
        self.d_loss_fn = d_loss_fn
        self.g_loss_fn = g_loss_fn

    def train_step(self, real_images):
        batch_size = tf.shape(real_images)[0]
        d_loss = self.train_discriminator(real_images, batch_size)
        noise = tf.random.normal(shape=(batch_size, self.latent_dim))
        with tf.GradientTape() as tape:
            g_loss = self.g_loss_fn(self.discriminator(self.generator(noise)))
        tape = hvd.DistributedGradientTape(tape)
        grads = tape.gradient(g_loss, self.generator.trainable_variables)
        self.g_optimizer.apply_gradients(zip(grads, self.generator.trainable_variables))
        return {"d_loss": d_loss, "g_loss": g_loss}

    def train_discriminator(self, real_images, batch_size):
        d_loss = None
        for _ in range(self.d_steps):
            noise = tf.random.normal(shape=(batch_size, self.latent_dim))
            with tf.GradientTape() as tape:
                d_loss = self.d_loss_fn(self.discriminator(real_images), self.discriminator(self.generator(noise)))
            tape = hvd.DistributedGradientTape(tape)
            grads = tape.gradient(d_loss, self.discriminator.trainable_variables)
            self.d_optimizer.apply_gradients(zip(grads, self.discriminator.trainable_variables))
        return d_loss


images = np.load("images.npy")
discriminator = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(1)])
generator = keras.Sequential([keras.layers.Dense(784), keras.layers.Reshape((28, 28))])
wgan = WassersteinGAN(discriminator, generator, 64)
wgan.compile(
    d_optimizer=keras.optimizers.Adam(0.0002 * hvd.size()),
    g_optimizer=keras.optimizers.Adam(0.0002 * hvd.size()),
    d_loss_fn=lambda real, fake: tf.reduce_mean(fake) - tf.reduce_mean(real),
    g_loss_fn=lambda fake: -tf.reduce_mean(fake),
)
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
wgan.fit(
    images[shard],
    batch_size=64,
    epochs=10,
    callbacks=[hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
