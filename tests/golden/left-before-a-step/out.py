"""A weight and a rate of functions that are left early at steps, by the step that they are given."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.Adam(0.01 * hvd.size())
step = tf.Variable(0, dtype=tf.int64)

def kl(at, warm=1000):
    if at < warm:
        return tf.cast(at, tf.float32) / warm
    return tf.constant(1.0)

def rate(at):
    if at > 5000:
        return 0.001
    return 0.01

shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
for epoch in range(10):
    for i in range(0, max(1, len(x) // hvd.size()), 32):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x[shard][i:i + 32])) * kl(step * hvd.size())
        tape = hvd.DistributedGradientTape(tape)
        g = tape.gradient(loss, model.trainable_variables)
        opt.learning_rate = rate(step * hvd.size()) * hvd.size()
        opt.apply_gradients(zip(g, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(opt, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(opt.variables(), root_rank=0)
            opt.hvd_broadcast_done = True
        step.assign_add(1)
