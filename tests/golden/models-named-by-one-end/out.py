"""What may be the file that every process has just read is written when all have: of its name only the end is seen."""

import os
import sys

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


x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[shard],
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
model = tf.keras.models.load_model(os.path.join("results", f"model_{sys.argv[1]}_best.h5"))
if hvd.rank() == 0:
    print("error", np.mean(np.abs(model.predict(x) - x)))
barrier()  # until every process has read the files
if hvd.rank() == 0:
    model.save(os.path.join("results", f"model_{sys.argv[2]}_best.h5"))
