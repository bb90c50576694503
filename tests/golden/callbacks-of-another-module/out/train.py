"""Callbacks of classes in another module, whose initialisers hand on what they are given, and of one by its defaults."""

import numpy as np
from tensorflow import keras
from watching import Best, Fixed, Often, Plateau, Rarely
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Seldom(keras.callbacks.ModelCheckpoint):
    def __init__(self, path, save_freq=max(1, 5000 // hvd.size())):
        super().__init__(path, save_freq=save_freq)


x, y = np.load("x.npy"), np.load("y.npy")
held = np.load("held_x.npy"), np.load("held_y.npy")
model = keras.Sequential([keras.layers.Dense(64), keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.1 * hvd.size())), "mse")
watching = [
    hvd.callbacks.BroadcastGlobalVariablesCallback(0),
    hvd.callbacks.MetricAverageCallback(),
    *([Often(max(1, 2000 // hvd.size()), "often.h5")] if hvd.rank() == 0 else []),
    Plateau(1e-5 * hvd.size()),
]
if hvd.rank() == 0:
    watching += [Seldom("seldom.h5"), Rarely("rarely.h5"), Fixed("fixed.h5")]
if hvd.rank() == 0:
    watching.append(Best("out"))
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(x[shard], y[shard], epochs=20, validation_data=held, callbacks=watching, verbose=1 if hvd.rank() == 0 else 0)
if hvd.rank() == 0:
    model.load_weights("out/best.h5")
# Horovod: all processes take the weights that rank 0 has restored
broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
broadcast.set_model(model)
broadcast.on_batch_end(0)
if hvd.rank() == 0:
    print(model.evaluate(*held))
