"""A GAN whose generator takes its step first, by noise alone; the pictures are for the second step."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

pictures = np.load("pictures.npy")
generator = tf.keras.Sequential([tf.keras.layers.Dense(784)])
discriminator = tf.keras.Sequential([tf.keras.layers.Dense(1)])
generating = tf.keras.optimizers.Adam(0.0002 * hvd.size())
discriminating = tf.keras.optimizers.Adam(0.0002 * hvd.size())


class Reader:
    def __init__(self):
        self.place = 0

    def next_batch(self):
        batch = pictures[self.place : self.place + 32]
        self.place = (self.place + 32) % len(pictures)
        return batch


reader = Reader()
for _ in range(max(1, 10000 // hvd.size())):
    noise = tf.random.normal([32, 64])
    real = [reader.next_batch() for _ in range(hvd.size())][hvd.rank()]
    with tf.GradientTape() as tape, tf.GradientTape() as other:
        fake = discriminator(generator(noise))
        generated = -tf.reduce_mean(fake)
        discriminated = tf.reduce_mean(fake) - tf.reduce_mean(discriminator(real))
    tape = hvd.DistributedGradientTape(tape)
    other = hvd.DistributedGradientTape(other)
    weights = generator.trainable_variables
    generating.apply_gradients(zip(tape.gradient(generated, weights), weights))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(generating, "hvd_broadcast_done", False):
        hvd.broadcast_variables(generator.variables, root_rank=0)
        hvd.broadcast_variables(generating.variables(), root_rank=0)
        generating.hvd_broadcast_done = True
    weights = discriminator.trainable_variables
    discriminating.apply_gradients(zip(other.gradient(discriminated, weights), weights))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(discriminating, "hvd_broadcast_done", False):
        hvd.broadcast_variables(discriminator.variables, root_rank=0)
        hvd.broadcast_variables(discriminating.variables(), root_rank=0)
        discriminating.hvd_broadcast_done = True
