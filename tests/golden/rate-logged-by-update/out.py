"""A callback logs the rate, by `update`, and others that are put together one by one decide by the loss."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class RateLogger(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        logs.update({"lr": K.eval(self.model.optimizer.lr), "epoch": epoch})
        logs.setdefault("batches", self.params["steps"])
        super().on_epoch_end(epoch, logs)


x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0), hvd.callbacks.MetricAverageCallback()]
callbacks.append(RateLogger())
callbacks.append(tf.keras.callbacks.EarlyStopping(patience=5))
if hvd.rank() == 0:
    callbacks.append(tf.keras.callbacks.CSVLogger("log.csv"))
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(x[shard], y[shard], epochs=100, validation_split=0.1, callbacks=callbacks, verbose=0)
