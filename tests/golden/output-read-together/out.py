"""Features that are made once and read again: all wait once, before the first of them is read."""

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


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


features = keras.applications.MobileNetV2(include_top=False, weights=None, pooling="avg")
top = keras.Sequential([keras.layers.Dense(10)])
top.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
warm_up = np.load("first.npy")
shard = slice(hvd.rank(), len(warm_up) // hvd.size() * hvd.size(), hvd.size())
top.fit(
    warm_up[shard],
    warm_up[:, :10][shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    np.save("training_features.npy", features.predict(np.load("training.npy")))
    np.save("testing_features.npy", features.predict(np.load("testing.npy")))

barrier()  # until rank 0 has written the files
training = np.load("training_features.npy")
labels = np.load("training_labels.npy")
testing = np.load("testing_features.npy")
shard = slice(hvd.rank(), len(training) // hvd.size() * hvd.size(), hvd.size())
top.fit(
    training[shard],
    labels[shard],
    validation_data=(testing, np.load("testing_labels.npy")),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
