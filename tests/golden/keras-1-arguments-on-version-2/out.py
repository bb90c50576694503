"""Arguments of Keras 1, which Keras 2.3 takes as well, beside a summary writer of TensorFlow 2."""

import numpy as np
import tensorflow as tf
from keras.layers import Dense
from keras.models import Sequential
import horovod.keras as hvd
import keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

model = Sequential([Dense(input_dim=20, output_dim=10, activation="softmax")])
model.compile(
    hvd.DistributedOptimizer(type(keras.optimizers.get("adam"))(0.001 * hvd.size())),
    "sparse_categorical_crossentropy",
)
writer = (
    tf.summary.create_file_writer("logs") if hvd.rank() == 0 else tf.summary.create_noop_writer()
)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
history = model.fit(
    np.load("x.npy")[shard],
    np.load("y.npy")[shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
with writer.as_default():
    tf.summary.scalar("loss", history.history["loss"][-1], step=3)
