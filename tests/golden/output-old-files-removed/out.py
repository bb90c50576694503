import glob
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


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


samples = (
    tf.data.Dataset.from_tensor_slices(np.load("samples.npy"))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .shuffle(1000)
    .batch(32)
)
valid = np.load("valid.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
best = np.inf
for epoch in range(20):
    for batch in samples:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    score = tf.reduce_mean(model(valid) ** 2).numpy()
    if score < best:
        best = score
        if hvd.rank() == 0:
            model.save_weights(f"best/{epoch:03d}.h5")
            for old in sorted(glob.glob("best/*.h5"))[:-3]:
                os.remove(old)
    if hvd.rank() == 0:
        model.save_weights(f"all/{epoch:03d}.h5")
        names = sorted(os.listdir("all"))
        for name in names[:-5]:
            os.remove(os.path.join("all", name))
barrier()  # until rank 0 has written the files
model.load_weights(sorted(glob.glob("best/*.h5"))[-1])
