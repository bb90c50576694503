"""A callback adds a metric that is only logged: the others decide by the loss, as Keras has it."""

import numpy as np
import tensorflow as tf
from tensorflow.keras.callbacks import Callback, CSVLogger, EarlyStopping, ModelCheckpoint
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")


class Signs(Callback):
    def on_epoch_end(self, epoch, logs=None):
        logs["val_signs"] = float(np.mean(np.sign(self.model.predict(x, verbose=0)) == np.sign(y)))


model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
callbacks = [
    hvd.callbacks.BroadcastGlobalVariablesCallback(0),
    hvd.callbacks.MetricAverageCallback(),
    EarlyStopping(patience=5),
    Signs(),
]
if hvd.rank() == 0:
    callbacks += [CSVLogger("log.csv"), ModelCheckpoint("best.h5", save_best_only=True)]
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(x[shard], y[shard], epochs=100, validation_split=0.1, callbacks=callbacks, verbose=0)
