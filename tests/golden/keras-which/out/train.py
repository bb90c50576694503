"""A model of the stand-alone Keras, with a layer from a package that serves both."""
import numpy as np
from keras.layers import Dense
from keras.models import Sequential

from layers.scaled import Scaled
from small import train_small
import horovod.keras as hvd
import tensorflow as tf
import keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

images, labels = np.load("images.npy"), np.load("labels.npy")
model = Sequential([Scaled(), Dense(10, activation="softmax")])
model.compile(
    hvd.DistributedOptimizer(type(keras.optimizers.get("adam"))(0.001 * hvd.size())),
    loss="categorical_crossentropy",
)
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    images[shard],
    labels[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
train_small()
