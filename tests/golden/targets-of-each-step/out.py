"""A selector learns from what a critic makes of its own choices, which it predicts anew for each step."""

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


def small(outputs):
    model = keras.Sequential([keras.layers.Dense(16, activation="relu"), keras.layers.Dense(outputs, activation="sigmoid")])
    model.compile(optimizer=hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), loss="mse")
    model.build((None, 8))
    return model


features = np.load("features.npy")
labels = np.load("labels.npy")
selector, critic = small(8), small(1)
for turn in range(max(1, 2000 // hvd.size())):
    chosen = np.random.randint(0, len(features), 32)
    x, y = features[chosen], labels[chosen]
    mask = np.round(selector.predict(x, verbose=1 if hvd.rank() == 0 else 0))
    critic.train_on_batch(x * mask, y)
    # Horovod: once, after the first step, which has made all variables
    if not getattr(critic, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(critic)
        broadcast.on_batch_end(0)
        critic.hvd_broadcast_done = True
    target = mask * critic.predict(x * mask, verbose=1 if hvd.rank() == 0 else 0)
    selector.train_on_batch(x, target)
    # Horovod: once, after the first step, which has made all variables
    if not getattr(selector, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(selector)
        broadcast.on_batch_end(0)
        selector.hvd_broadcast_done = True
if hvd.rank() == 0:
    selector.save("selector.h5")
