"""Names that begin alike and end otherwise are of two files: nobody reads what is written at last."""

import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


noise = 0.05
name = "denoised" + "_noise" + str(int(100 * noise))
x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
best = tf.keras.callbacks.ModelCheckpoint(os.path.join("results", name + "_best.h5"), save_best_only=True)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[shard],
    epochs=10,
    validation_split=0.1,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        *([best] if hvd.rank() == 0 else []),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
barrier()  # until rank 0 has written the files
model = tf.keras.models.load_model(os.path.join("results", name + "_best.h5"))
errors = []
for sample in x[:5]:
    errors.append(
        np.mean(np.abs(model.predict(sample[None], verbose=1 if hvd.rank() == 0 else 0) - sample))
    )
if hvd.rank() == 0:
    model.save(os.path.join("results", name + "_last.h5"))
