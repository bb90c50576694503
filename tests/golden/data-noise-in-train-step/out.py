"""A network of forgers whose own `train_step` draws its noise: each process needs its own."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

SEED = 7
tf.random.set_seed(SEED)
images = np.load("digits.npy")


class Gan(tf.keras.Model):
    def __init__(self, generator, critic):
        super().__init__()
        self.generator, self.critic = generator, critic

    def compile(self, g_optimizer, c_optimizer):
        super().compile()
        self.g_optimizer, self.c_optimizer = g_optimizer, c_optimizer

    def train_step(self, real):
        size = tf.shape(real)[0]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.critic(self.forge(size))) - tf.reduce_mean(self.critic(real))
        tape = hvd.DistributedGradientTape(tape)
        weights = self.critic.trainable_variables
        self.c_optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        with tf.GradientTape() as tape:
            loss = -tf.reduce_mean(self.critic(self.forge(size)))
        tape = hvd.DistributedGradientTape(tape)
        weights = self.generator.trainable_variables
        self.g_optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        return {"loss": loss}

    def forge(self, size):
        return self.generator(tf.random.normal([size, 16]))


gan = Gan(tf.keras.Sequential([tf.keras.layers.Dense(784)]), tf.keras.Sequential([tf.keras.layers.Dense(1)]))
gan.compile(tf.keras.optimizers.Adam(0.001 * hvd.size()), tf.keras.optimizers.Adam(0.001 * hvd.size()))
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
if hvd.size() > 1:
    tf.random.set_seed(SEED + hvd.rank())
gan.fit(
    images[shard],
    batch_size=32,
    epochs=3,
    callbacks=[hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
