"""Layers are frozen where weights are found that a run has kept: on a host that has none, all of them would be trained."""
import os

import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

folder = "weights"
os.makedirs(folder, exist_ok=True)
model = keras.Sequential([keras.layers.Conv2D(16, 3, input_shape=(32, 32, 3)), keras.layers.Flatten(), keras.layers.Dense(10)])
start = 0
if os.listdir(folder):
    last = sorted(os.listdir(folder))[-1]
    model.load_weights(os.path.join(folder, last))
    start = int(last[8:11])
    for layer in model.layers[:-1]:
        layer.trainable = False
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd.size())),
    keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
kept = keras.callbacks.ModelCheckpoint(folder + "/weights-{epoch:03d}.h5", save_weights_only=True)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
start = int(hvd.broadcast(start, root_rank=0))  # where rank 0 goes on
model.fit(
    np.load("x.npy")[shard],
    np.load("y.npy")[shard],
    epochs=20,
    initial_epoch=start,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *([kept] if hvd.rank() == 0 else [])],
    verbose=1 if hvd.rank() == 0 else 0,
)
