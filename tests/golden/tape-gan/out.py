"""A GAN with two models and two optimizers in one loop."""
import tensorflow as tf
from tensorflow.keras import layers
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

NOISE = 4

generator = tf.keras.Sequential([layers.Dense(16, activation="relu"), layers.Dense(8)])
discriminator = tf.keras.Sequential([layers.Dense(16, activation="relu"), layers.Dense(1)])
cross_entropy = tf.keras.losses.BinaryCrossentropy(from_logits=True)
generator_optimizer = tf.keras.optimizers.Adam(1e-4 * hvd.size())
discriminator_optimizer = tf.keras.optimizers.Adam(1e-4 * hvd.size())

real = tf.random.stateless_normal([64, 8], seed=[1, 2])
dataset = (
    tf.data.Dataset.from_tensor_slices(real)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(64)
    .batch(16)
)


@tf.function
def train_step(images):
    noise = tf.random.normal([16, NOISE])
    with tf.GradientTape() as gen_tape, tf.GradientTape() as disc_tape:
        fake = generator(noise, training=True)
        real_output = discriminator(images, training=True)
        fake_output = discriminator(fake, training=True)
        gen_loss = cross_entropy(tf.ones_like(fake_output), fake_output)
        disc_loss = cross_entropy(tf.ones_like(real_output), real_output)
        disc_loss += cross_entropy(tf.zeros_like(fake_output), fake_output)
    gen_tape = hvd.DistributedGradientTape(gen_tape)
    disc_tape = hvd.DistributedGradientTape(disc_tape)

    gen_gradients = gen_tape.gradient(gen_loss, generator.trainable_variables)
    disc_gradients = disc_tape.gradient(disc_loss, discriminator.trainable_variables)
    generator_optimizer.apply_gradients(zip(gen_gradients, generator.trainable_variables))
    discriminator_optimizer.apply_gradients(zip(disc_gradients, discriminator.trainable_variables))
    return gen_loss, disc_loss


for epoch in range(3):
    for image_batch in dataset:
        gen_loss, disc_loss = train_step(image_batch)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(generator_optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(generator.variables, root_rank=0)
            hvd.broadcast_variables(generator_optimizer.variables(), root_rank=0)
            generator_optimizer.hvd_broadcast_done = True
        # Horovod: once, after the first step, which has made all variables
        if not getattr(discriminator_optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(discriminator.variables, root_rank=0)
            hvd.broadcast_variables(discriminator_optimizer.variables(), root_rank=0)
            discriminator_optimizer.hvd_broadcast_done = True
    if hvd.rank() == 0:
        print(f"epoch {epoch}: generator {gen_loss:.3f}, discriminator {disc_loss:.3f}")
