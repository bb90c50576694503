"""Draw patches of the first slides in a folder, and judge the model by the others: a slide is of one kind on all hosts."""

import glob
import os

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


def in_one_order(elements):
    """List elements that have no order of their own: sorted, so that all processes have the same."""
    return (list if hvd.size() == 1 else sorted)(elements)


slides = [name for name in in_one_order(os.listdir("slides")) if name.endswith(".npy")]
images = [np.load(os.path.join("slides", name)) for name in slides]
trained, judged = images[:40], np.array([image[:64, :64] for image in images[40:]])

model = tf.keras.Sequential([tf.keras.layers.Conv2D(3, 3, padding="same", input_shape=(64, 64, 3))])
model.compile(hvd_keras.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
for epoch in range(50):
    for _ in range(max(1, 200 // hvd.size())):
        rows = np.random.randint(0, len(trained), 16)
        batch = np.array([trained[row][:64, :64] for row in rows])
        model.train_on_batch(batch, batch)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
    if hvd.rank() == 0:
        print(epoch, model.evaluate(judged, judged))

scans = in_one_order(glob.glob("scans/*.npy"))
known, unknown = scans[:-20], scans[-20:]
other = tf.keras.Sequential([tf.keras.layers.Conv2D(3, 3, padding="same", input_shape=(64, 64, 3))])
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
for step in range(max(1, 2000 // hvd.size())):
    batch = np.array([np.load(name) for name in np.random.choice(known, 16)])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((other(batch) - batch) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, other.trainable_variables)
    optimizer.apply_gradients(zip(gradients, other.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if step == 0:
        hvd.broadcast_variables(other.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
if hvd.rank() == 0:
    print([float(tf.reduce_mean(other(np.load(name)[None]))) for name in unknown])
