"""`os` and `np` are those of the libraries whose names are imported all together."""

from keras.callbacks import *
from keras.layers import *
from keras.models import Sequential
import horovod.keras as hvd
import tensorflow as tf
import keras
import numpy as np

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

images, labels = np.load("images.npy"), np.load("labels.npy")
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
order = np.random.permutation(len(images))
images, labels = images[order], labels[order]
folder = os.path.join("models", "digits")
if not os.path.exists(folder) and hvd.rank() == 0:
    os.makedirs(folder)
model = Sequential([Flatten(), Dense(10, activation="softmax")])
model.compile(
    hvd.DistributedOptimizer(type(keras.optimizers.get("adam"))(0.001 * hvd.size())),
    "sparse_categorical_crossentropy",
)
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    images[shard],
    labels[shard],
    epochs=5,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        *([ModelCheckpoint(os.path.join(folder, "weights.h5"))] if hvd.rank() == 0 else []),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
