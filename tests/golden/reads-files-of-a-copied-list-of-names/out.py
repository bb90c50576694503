import os
import cv2
import numpy as np
from keras.layers import Dense, Flatten
from keras.models import Sequential
import horovod.keras as hvd
import tensorflow as tf
import keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


raw = np.load("raw.npy")
labels = np.load("labels.npy")
files = []
for i, picture in enumerate(raw):
    path = os.path.join("cut", "%d.png" % i)
    if hvd.local_rank() == 0:
        cv2.imwrite(path, picture)
    files.append(path)
barrier()  # until the files are there
files = np.array(files)
x = np.array([cv2.imread(p) for p in files])
model = Sequential([Flatten(input_shape=x.shape[1:]), Dense(2, activation="softmax")])
model.compile(
    hvd.DistributedOptimizer(type(keras.optimizers.get("adam"))(0.001 * hvd.size())),
    "categorical_crossentropy",
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    labels[shard],
    batch_size=32,
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
