"""What is written beside a file that is made unless it is there: the process that makes the file reads it as well."""

import glob
import os
import pickle

import cv2
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


CACHE = "crops.pkl"


def crop(path):
    image = cv2.imread(path)
    cv2.imwrite(path[:-4] + "-left.png", image[:, :32])
    cv2.imwrite(path[:-4] + "-right.png", image[:, 32:])


def load():
    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    if os.path.isfile(CACHE):
        with open(CACHE, "rb") as file:
            images, labels = pickle.load(file)
    else:
        images, labels = [], []
        for label, path in enumerate(sorted(glob.glob("images/*.png"))):
            if hvd.rank() == 0:
                print(path)
            crop(path)
            for part in sorted(glob.glob(path[:-4] + "-*.png")):
                images.append(cv2.imread(part))
                labels.append(label % 10)
        with open(CACHE, "wb") as file:
            pickle.dump((images, labels), file)
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    return np.array(images), np.array(labels)


images, labels = load()
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10, activation="softmax")])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "sparse_categorical_crossentropy"
)
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    images[shard],
    labels[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
