"""A rate in a variable that is set anew: it is read in each step, not once when the optimizer is made."""

import tensorflow as tf
import numpy as np
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
rate = tf.Variable(0.1)
opt = tf.keras.optimizers.Adam(lambda: rate * hvd.size())
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
for epoch in range(10):
    for i in range(0, max(1, len(x) // hvd.size()), 32):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x[shard][i:i + 32]))
        tape = hvd.DistributedGradientTape(tape)
        g = tape.gradient(loss, model.trainable_variables)
        opt.apply_gradients(zip(g, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(opt, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(opt.variables(), root_rank=0)
            opt.hvd_broadcast_done = True
    if epoch % 3 == 0:
        rate.assign(0.1 * 0.5 ** epoch)
