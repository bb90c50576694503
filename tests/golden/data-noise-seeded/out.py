"""Noise beside samples that are divided: where it is trained on alone, each process needs its own."""

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

np.random.seed(7)
tf.random.set_seed(3)
rng = np.random.RandomState(11)
images = np.load("digits.npy")

forger = tf.keras.Sequential([tf.keras.layers.Dense(784, input_shape=(16,))])
critic = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(784,))])
critic.compile(hvd_keras.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
critic.trainable = False
both = tf.keras.Sequential([forger, critic])
both.compile(hvd_keras.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")


def noise(size):
    return np.random.normal(size=(size, 16))


shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
if hvd.size() > 1:
    np.random.seed(7 + hvd.rank())
for epoch in range(5):
    for i in range(max(1, len(images) // 32 // hvd.size())):
        real = images[shard][i * 32 : (i + 1) * 32]
        critic.train_on_batch(real, np.ones(len(real)))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(critic, "hvd_broadcast_done", False):
            broadcast = hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(critic)
            broadcast.on_batch_end(0)
            critic.hvd_broadcast_done = True
        critic.train_on_batch(forger.predict(noise(len(real)), verbose=0), np.zeros(len(real)))
        both.train_on_batch(noise(32), np.ones(32))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(both, "hvd_broadcast_done", False):
            broadcast = hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(both)
            broadcast.on_batch_end(0)
            both.hvd_broadcast_done = True

# what is drawn is added to the samples here, and they are others in each process
coder = tf.keras.Sequential([tf.keras.layers.Dense(784)])
coder.compile(hvd_keras.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
for i in range(0, max(1, len(images) // hvd.size()), 32):
    whole = images[shard][i : i + 32]
    coder.train_on_batch(whole + rng.normal(size=whole.shape), whole)
    # Horovod: once, after the first step, which has made all variables
    if not getattr(coder, "hvd_broadcast_done", False):
        broadcast = hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(coder)
        broadcast.on_batch_end(0)
        coder.hvd_broadcast_done = True

# TensorFlow draws the noise
generator = tf.keras.Sequential([tf.keras.layers.Dense(784)])
discriminator = tf.keras.Sequential([tf.keras.layers.Dense(1)])
slow = tf.keras.optimizers.SGD(0.01 * hvd.size())
fast = tf.keras.optimizers.SGD(0.1 * hvd.size())


def forge(samples):
    return tf.reduce_mean(discriminator(generator(samples)))


if hvd.size() > 1:
    tf.random.set_seed(3 + hvd.rank())
for x in tf.data.Dataset.from_tensor_slices(images).apply(
    lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size())
).batch(32):
    z = tf.random.normal([x.shape[0], 16])
    with tf.GradientTape() as tape:
        loss = forge(z) - tf.reduce_mean(discriminator(x))
    tape = hvd.DistributedGradientTape(tape)
    slow.apply_gradients(zip(tape.gradient(loss, discriminator.trainable_variables), discriminator.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(slow, "hvd_broadcast_done", False):
        hvd.broadcast_variables(discriminator.variables, root_rank=0)
        hvd.broadcast_variables(slow.variables(), root_rank=0)
        slow.hvd_broadcast_done = True
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(discriminator(generator(z)) - tf.ones([x.shape[0], 1])))
    tape = hvd.DistributedGradientTape(tape)
    fast.apply_gradients(zip(tape.gradient(loss, generator.trainable_variables), generator.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(fast, "hvd_broadcast_done", False):
        hvd.broadcast_variables(generator.variables, root_rank=0)
        hvd.broadcast_variables(fast.variables(), root_rank=0)
        fast.hvd_broadcast_done = True
