"""Batches are taken from iterators of Keras one by one: to train by, and to test by."""

import numpy as np
from tensorflow import keras
from tensorflow.keras.preprocessing.image import ImageDataGenerator
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

idg = ImageDataGenerator(rescale=1 / 255.0)
train = idg.flow_from_directory(
    "train", seed=5 + hvd.rank(), class_mode="binary", batch_size=16
)
valid = idg.flow_from_directory("valid", seed=5, class_mode="binary", batch_size=16)
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
for epoch in range(10):
    for i in range(max(1, len(train) // hvd.size())):
        a, b = train.next()
        model.train_on_batch(a, b)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
    losses = []
    for i in range(len(valid)):
        a, b = valid.next()
        losses.append(model.test_on_batch(a, b))
    if hvd.rank() == 0:
        print(epoch, np.mean(losses))

x, y = np.load("x.npy"), np.load("y.npy")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
drawn = ImageDataGenerator(rotation_range=5).flow(
    x[shard], y[shard], batch_size=32, seed=1
)
for step in range(max(1, 1000 // hvd.size())):
    model.train_on_batch(*next(drawn))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(model, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(model)
        broadcast.on_batch_end(0)
        model.hvd_broadcast_done = True
