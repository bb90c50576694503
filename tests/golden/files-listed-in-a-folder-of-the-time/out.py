"""The last of the checkpoints is in a folder with the time in its name, which rank 0 alone knows: it restores, for all."""
import datetime
import glob
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

folder = os.path.join("runs", datetime.datetime.now().strftime("%Y%m%d-%H%M%S"))
if hvd.rank() == 0:
    os.makedirs(folder)
samples = np.load("samples.npy")
model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(4)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
saving = keras.callbacks.ModelCheckpoint(os.path.join(folder, "{epoch:03d}.h5"))
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    samples[shard],
    samples[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *([saving] if hvd.rank() == 0 else [])],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.load_weights(sorted(glob.glob(os.path.join(folder, "*.h5")))[-1])
# Horovod: all processes take the weights that rank 0 has restored
broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
broadcast.set_model(model)
broadcast.on_batch_end(0)
if hvd.rank() == 0:
    print(model.evaluate(samples, samples))
