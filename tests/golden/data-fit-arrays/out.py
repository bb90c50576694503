"""Arrays in memory: of odd length, with weights, as lists and dicts, computed in the call."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x_train = np.arange(103, dtype="float32").reshape(-1, 1)
y_train = x_train / 103
weights = np.ones(103)
x_test, y_test = x_train[:10], y_train[:10]

model = tf.keras.Sequential([layers.Rescaling(1 / 103), layers.Dense(3, activation="relu"), layers.Dense(1)])
model.compile(optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), loss="mse")
shard = slice(hvd.rank(), len(x_train) // hvd.size() * hvd.size(), hvd.size())
history = model.fit(x_train[shard], y_train[shard], batch_size=8, epochs=2, sample_weight=weights[shard],
                    validation_data=(x_test, y_test), verbose=0,
                    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])  # weighted

first = tf.keras.Input([1], name="first")
second = tf.keras.Input([1], name="second")
both = tf.keras.Model([first, second], layers.Dense(1)(layers.Concatenate()([first, second])))
both.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(y_train) // hvd.size() * hvd.size(), hvd.size())
both.fit(
    {"first": (x_train / 103)[shard], "second": y_train[shard]},
    y_train[shard],
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
inputs = [x_train / 103, y_train]
both.fit(
    [part[shard] for part in inputs],
    y_train[shard],
    batch_size=8,
    steps_per_epoch=max(1, len(x_train) // 8 // hvd.size()),
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
both.fit(
    [(x_train.reshape(-1, 1) / 103)[shard], y_train.copy()[shard]],
    y=np.asarray(y_train)[shard],
    validation_split=0.2,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
if hvd.rank() == 0:
    print(both.evaluate(inputs, y_train, verbose=0))
