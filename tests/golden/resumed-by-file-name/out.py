import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

FOLDER = "states"
STEPS = 1000

images = np.load("images.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.build((None, images.shape[1]))
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())

os.makedirs(FOLDER, exist_ok=True)
start = 0
states = sorted(name for name in os.listdir(FOLDER) if name.endswith(".npy"))
if states:
    model.set_weights(np.load(os.path.join(FOLDER, states[-1]), allow_pickle=True))
    start = int(states[-1][:-4]) + 1

start = int(hvd.broadcast(start, root_rank=0))  # where rank 0 goes on
for step in range(start, STEPS // hvd.size()):
    chosen = np.random.choice(len(images), size=32)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(images[chosen]) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    if step % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
        np.save(os.path.join(FOLDER, "{:06d}.npy".format(step)), np.array(model.get_weights(), dtype=object))
