import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


batch_size = 100
if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
(x, _), (_, _) = tf.keras.datasets.mnist.load_data()
if hvd.local_rank() == 0:
    barrier()  # the others may go on
x = x / 127.5 - 1.0
real = np.ones((batch_size, 1))
fake = np.zeros((batch_size, 1))
def generator():
    return tf.keras.Sequential([tf.keras.layers.Dense(784)])


generator = generator()
discriminator = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
generator_opt = tf.keras.optimizers.Adam(learning_rate=0.001 * hvd.size())
discriminator_opt = tf.keras.optimizers.Adam(learning_rate=0.001 * hvd.size())


@tf.function
def train_generator(z_sample, label):
    with tf.GradientTape() as tape:
        prediction = discriminator(generator(z_sample))
        loss = tf.reduce_mean(tf.keras.losses.binary_crossentropy(y_true=label, y_pred=prediction))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, generator.trainable_variables)
    generator_opt.apply_gradients(zip(gradients, generator.trainable_variables))
    return loss


@tf.function
def train_discriminator(image, label):
    with tf.GradientTape() as tape:
        prediction = discriminator(image)
        loss = tf.reduce_mean(tf.keras.losses.binary_crossentropy(y_true=label, y_pred=prediction))
    tape = hvd.DistributedGradientTape(tape)
    gradient = tape.gradient(loss, discriminator.trainable_variables)
    discriminator_opt.apply_gradients(zip(gradient, discriminator.trainable_variables))
    return loss


for i in range(max(1, 10000 // hvd.size())):
    idx = np.random.randint(0, x.shape[0], batch_size)
    image = x[idx]
    z_sample = np.random.normal(0, 1, (batch_size, 100))
    gen_image = generator(z_sample)
    train_discriminator(image, real)
    # Horovod: once, after the first step, which has made all variables
    if i == 0:
        hvd.broadcast_variables(discriminator.variables, root_rank=0)
        hvd.broadcast_variables(discriminator_opt.variables(), root_rank=0)
    train_discriminator(gen_image, fake)
    train_generator(z_sample, real)
    # Horovod: once, after the first step, which has made all variables
    if i == 0:
        hvd.broadcast_variables(generator.variables, root_rank=0)
        hvd.broadcast_variables(generator_opt.variables(), root_rank=0)
