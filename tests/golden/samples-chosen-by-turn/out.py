"""At the first turns samples are drawn from a part of them: the number of these turns is divided, their places are not."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

FIRST, STEPS = 500, 20000
rays, colours, middle = np.load("rays.npy"), np.load("colours.npy"), np.load("middle.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(256, activation="relu"), tf.keras.layers.Dense(3)])
optimizer = tf.keras.optimizers.Adam(5e-4 * hvd.size())
for i in range(max(1, STEPS // hvd.size())):
    pool = middle if i < FIRST // hvd.size() else np.arange(len(rays))
    chosen = np.random.choice(pool, size=[1024], replace=False)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(rays[chosen]) - colours[chosen]) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if i == 0:
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
if hvd.rank() == 0:
    model.save_weights("model.h5")
