"""Samples that are read, shown and ordered before TensorFlow is imported, as in the cells of a notebook."""

import glob

import numpy as np
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def label(path):
    try:
        return int(path.split("_")[1])
    except ValueError:
        if hvd.rank() == 0:
            print("no label:", path)
        return 0


files = sorted(glob.glob("images/*.npy"))
if hvd.rank() == 0:
    print("files:", len(files))
labels = np.array(list(map(label, files)))
images = np.array([np.load(each) for each in files])
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
order = np.random.permutation(len(files))
images, labels = images[order], labels[order]

###### the model ######

if hvd.rank() == 0:
    print("Training...")
from tensorflow.keras.layers import Dense, Flatten
from tensorflow.keras.models import Sequential

model = Sequential([Flatten(), Dense(10, activation="softmax")])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    "sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    images[shard],
    labels[shard],
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    print(model.evaluate(images, labels))
