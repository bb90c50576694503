"""A pair of models learns from pictures of two folders, of which Keras gives the next batch."""

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

SIDE, BATCH = 64, 16


def batch_of(iterator):
    pictures = iterator.next()
    if len(pictures) < BATCH:
        pictures = iterator.next()
    return pictures


options = {"target_size": (SIDE, SIDE), "batch_size": BATCH, "class_mode": None}
reader = ImageDataGenerator(rescale=1 / 255)
drawn = reader.flow_from_directory("pictures/drawn", **options)
real = reader.flow_from_directory("pictures/real", **options)

painter = keras.Sequential([keras.layers.Conv2D(3, 3, padding="same", input_shape=(SIDE, SIDE, 3))])
painter.compile(optimizer=hvd.DistributedOptimizer(keras.optimizers.SGD(0.001 * hvd.size())), loss="mae")
judge = keras.Sequential([keras.layers.Flatten(input_shape=(SIDE, SIDE, 3)), keras.layers.Dense(1, activation="sigmoid")])
judge.compile(optimizer=hvd.DistributedOptimizer(keras.optimizers.SGD(0.001 * hvd.size())), loss="binary_crossentropy")

for step in range(max(1, 1000 // hvd.size())):
    sketch = batch_of(drawn)
    painter.train_on_batch(sketch, sketch)
    # Horovod: once, after the first step, which has made all variables
    if not getattr(painter, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(painter)
        broadcast.on_batch_end(0)
        painter.hvd_broadcast_done = True
    judge.train_on_batch(batch_of(real), np.ones(BATCH))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(judge, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(judge)
        broadcast.on_batch_end(0)
        judge.hvd_broadcast_done = True
    judge.train_on_batch(painter.predict_on_batch(sketch), np.zeros(BATCH))
if hvd.rank() == 0:
    painter.save("painter.h5")
