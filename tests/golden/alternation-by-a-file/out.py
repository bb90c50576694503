import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

samples = np.load("samples.npy")
g = tf.keras.Sequential([tf.keras.layers.Dense(10)])
d = tf.keras.Sequential([tf.keras.layers.Dense(1)])
g_opt, d_opt = tf.keras.optimizers.Adam(1e-4 * hvd.size()), tf.keras.optimizers.Adam(
    1e-4 * hvd.size()
)
import json
args = json.load(open("c.json"))


def g_step():
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(d(g(tf.random.normal([32, 4]))))
    tape = hvd.DistributedGradientTape(tape)
    g_opt.apply_gradients(zip(tape.gradient(loss, g.trainable_variables), g.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(g_opt, "hvd_broadcast_done", False):
        hvd.broadcast_variables(g.variables, root_rank=0)
        hvd.broadcast_variables(g_opt.variables(), root_rank=0)
        g_opt.hvd_broadcast_done = True
    return loss


def d_step(real):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(d(g(tf.random.normal([32, 4])))) - tf.reduce_mean(d(real))
    tape = hvd.DistributedGradientTape(tape)
    d_opt.apply_gradients(zip(tape.gradient(loss, d.trainable_variables), d.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(d_opt, "hvd_broadcast_done", False):
        hvd.broadcast_variables(d.variables, root_rank=0)
        hvd.broadcast_variables(d_opt.variables(), root_rank=0)
        d_opt.hvd_broadcast_done = True
    return loss


for turn in range(max(1, args["rounds"] // hvd.size())):
    for _ in range(args["g"]):
        loss = g_step()
    for _ in range(args["d"]):
        d_step(samples[np.random.choice(len(samples), 32)])
    if turn % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
        print(turn, float(loss))
        g.save_weights("g.h5")
