"""A training goes on with the model that an earlier run has saved with its optimizer, or begins with one of its own."""

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

if os.path.exists("model.h5"):
    model = hvd.load_model("model.h5")
else:
    model = tf.keras.Sequential([tf.keras.layers.Dense(10, input_shape=(784,))])
    model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
images, labels = np.load("images.npy"), np.load("labels.npy")
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    images[shard],
    labels[shard],
    batch_size=32,
    epochs=10,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        *([tf.keras.callbacks.ModelCheckpoint("model.h5")] if hvd.rank() == 0 else []),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
