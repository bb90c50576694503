"""A callback of the script's own that saves the best weights and the last model: both are read back afterwards."""
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

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(32, activation="relu"), keras.layers.Dense(1, activation="sigmoid")])
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.SGD(0.1 * hvd.size())), "binary_crossentropy", metrics=["accuracy"]
)


class Best(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.best = 0.0

    def on_epoch_end(self, epoch, logs=None):
        if hvd.rank() == 0:
            self.model.save("last.h5")
        if logs["val_accuracy"] > self.best:
            self.best = logs["val_accuracy"]
            if hvd.rank() == 0:
                self.model.save_weights("best.h5")


shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    validation_split=0.1,
    epochs=20,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), Best()],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.load_weights("best.h5")
# Horovod: all processes take the weights that rank 0 has restored
broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
broadcast.set_model(model)
broadcast.on_batch_end(0)
model.fit(
    x[shard],
    y[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    last = keras.models.load_model("last.h5")
    np.save("last.npy", last.predict(x))
