"""A WGAN-GP critic: the tape of the gradient penalty differentiates by its input and must stay as it is."""
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

critic = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(2e-4 * hvd.size(), beta_1=0.5)
samples = (
    tf.data.Dataset.from_tensor_slices(tf.random.stateless_normal([48, 4], seed=[5, 6]))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .batch(8)
)


def gradient_penalty(real, fake):
    alpha = tf.random.uniform([tf.shape(real)[0], 1])
    mixed = alpha * real + (1 - alpha) * fake
    with tf.GradientTape() as gp_tape:
        gp_tape.watch(mixed)
        score = critic(mixed)
    slopes = gp_tape.gradient(score, mixed)
    return tf.reduce_mean((tf.norm(slopes, axis=1) - 1.0) ** 2)


@tf.function
def critic_step(real):
    fake = tf.random.normal(tf.shape(real))
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(critic(fake)) - tf.reduce_mean(critic(real))
        loss += 10.0 * gradient_penalty(real, fake)
    tape = hvd.DistributedGradientTape(tape)
    grads = tape.gradient(loss, critic.trainable_variables)
    grads, _ = tf.clip_by_global_norm(grads, 1.0)
    optimizer.apply_gradients(zip(grads, critic.trainable_variables))
    return loss


for real in samples:
    critic_step(real)
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(critic.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
