"""Arguments that `**` brings out of a dictionary are read as those that stand in the call."""
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

x, y, weights = np.load("x.npy"), np.load("y.npy"), np.load("weights.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.Dense(1)])
first = 0
if os.path.exists("model.h5"):
    model.load_weights("model.h5")
    first = int(open("epoch.txt").read())
settings = {
    "optimizer": hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    "loss": "mse",
}
model.compile(**settings)
board = tf.keras.callbacks.TensorBoard("logs")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
first = int(hvd.broadcast(first, root_rank=0))  # where rank 0 goes on
options = dict(
    epochs=20,
    initial_epoch=first,
    sample_weight=weights[shard],
    verbose=2 if hvd.rank() == 0 else 0,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0), *([board] if hvd.rank() == 0 else [])
    ],
)
model.fit(x[shard], y[shard], **options)
if hvd.rank() == 0:
    model.save_weights("model.h5")
