"""Numbers stand above the imports, where Horovod is not there yet: they are divided where they are used."""
STEPS = 20000
EVERY = 100

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
step = 0
while step < max(1, STEPS // hvd.size()):
    chosen = np.random.randint(0, len(x), 32)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x[chosen]) - y[chosen]) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    if (
        (step % max(1, EVERY // hvd.size()) == 0 or step == max(1, STEPS // hvd.size()) - 1)
        and hvd.rank() == 0
    ):
        print(step, float(loss))
    step += 1
