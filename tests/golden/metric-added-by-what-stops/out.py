"""A callback adds the metric by which it ends the training itself; others decide by the loss, or by that metric."""

import numpy as np
from sklearn.metrics import roc_auc_score
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

class Auc(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.best, self.wait = 0, 0
    def on_epoch_end(self, epoch, logs={}):
        score = roc_auc_score(y, self.model.predict(x, verbose=1 if hvd.rank() == 0 else 0))
        logs["val_auc"] = score
        if hvd.broadcast(bool(score > self.best), root_rank=0):
            self.best, self.wait = score, 0
        else:
            self.wait += 1
            if self.wait > 3:
                self.model.stop_training = True

x, y = np.load("x.npy"), np.load("y.npy")
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
        Auc(),
        keras.callbacks.ReduceLROnPlateau(monitor="val_loss"),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
model.fit(
    x[shard],
    y[shard],
    epochs=30,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        Auc(),
        hvd.callbacks.MetricAverageCallback(),
        keras.callbacks.ReduceLROnPlateau(monitor="val_auc"),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
