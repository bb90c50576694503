"""A range that draws its progress is told the number of its turns besides."""

import numpy as np
import tensorflow as tf
import tqdm
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x = np.random.RandomState(0).rand(640, 3).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01 * hvd.size())
for epoch in range(3):
    for _ in tqdm.trange(
        max(1, 20 // hvd.size()),
        desc=f"epoch {epoch}",
        total=max(1, 20 // hvd.size()),
        disable=hvd.rank() != 0,
    ):
        batch = x[np.random.choice(640, 32)]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(batch) - batch.sum(1, keepdims=True)))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
