"""A callback adds a metric of its own, and others decide by it, or by the loss alone."""

import numpy as np
from sklearn.metrics import f1_score
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Score(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        logs["val_f1"] = f1_score(y, self.model.predict(x, verbose=0) > 0.5)


x, y = np.load("x.npy"), np.load("y.npy")
for monitored in ("val_f1", "loss"):
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        y[shard],
        epochs=30,
        callbacks=[
            hvd.callbacks.BroadcastGlobalVariablesCallback(0),
            Score(),
            hvd.callbacks.MetricAverageCallback(),
            keras.callbacks.EarlyStopping(monitor=monitored),
        ],
        verbose=1 if hvd.rank() == 0 else 0,
    )

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=30,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        Score(),
        keras.callbacks.ReduceLROnPlateau(monitor="loss"),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
